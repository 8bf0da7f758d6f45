package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Queues telemetry entries, which a separate thread writes. If the queue is full or writing fails, entries
 * are dropped, and their number is counted. Requests never wait or fail because of telemetry.
 */
public final class Journal implements GuardListener, AutoCloseable {

    private static final int QUEUE_CAPACITY = 10_000;
    private static final int MAX_BATCH = 1_000;

    /**
     * Time in which entries are collected for one transaction: long enough to limit the number of transactions, short
     * enough that the dashboard shows new entries immediately.
     */
    private static final Duration BATCH_TIME = Duration.ofMillis(200);

    /** Polling interval while a batch is collected. To wake up for each entry would cost more than to write it. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private static final Duration MAINTENANCE_INTERVAL = Duration.ofSeconds(5);
    private static final Duration REOPEN_INTERVAL = Duration.ofSeconds(10);
    private static final Duration SAMPLE_DELAY = Duration.ofSeconds(10);
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

    private final ArrayBlockingQueue<JournalEvent> queue = new ArrayBlockingQueue<>(QUEUE_CAPACITY);
    private final AtomicLong lostEntries = new AtomicLong();
    private final EntrySink.Opener opener;
    private final Consumer<List<TelemetryEntry>> entryCounter;
    private final Log log;
    private final long idSeed = System.nanoTime()
            ^ Long.rotateLeft(System.currentTimeMillis(), 40)
            ^ ProcessHandle.current().pid() * 0x9E3779B97F4A7C15L;
    private final Thread thread = new Thread(this::runWriter, "plimsoll-telemetry");
    private final AtomicLong idCounter = new AtomicLong();
    private final FollowUpReads followUpReads = new FollowUpReads();
    private final ExactCountSampler exactCountSampler;
    private final ItemCounter itemCounter = new ItemCounter();
    private volatile Consumer<List<TelemetryEntry>> writtenListener = entries -> {};
    private @Nullable EntrySink entrySink;
    private long reopenNanos = System.nanoTime();
    private volatile @Nullable String lastError;
    private volatile boolean isClosing;
    private volatile boolean isStarted;
    private volatile boolean isIdle;
    private volatile boolean isFlushRequested;

    public Journal(EntrySink.Opener opener, Log log) {
        this(opener, entries -> {}, log);
    }

    /**
     * Creates a journal.
     *
     * @param opener opens the sink, on the writer thread
     * @param entryCounter receives all entries, including those that cannot be written
     */
    public Journal(EntrySink.Opener opener, Consumer<List<TelemetryEntry>> entryCounter, Log log) {
        this.opener = opener;
        this.entryCounter = entryCounter;
        this.log = log;
        this.exactCountSampler = new ExactCountSampler(this::enqueue, log);
        thread.setDaemon(true);
    }

    /**
     * Delays the exact counts of samples until 10 seconds from now. For processes whose first calls must be fast:
     * an exact count loads the vocabulary, which takes a tenth of a second of processor time.
     */
    public void delaySamples() {
        exactCountSampler.delayStart(SAMPLE_DELAY);
    }

    /** Starts the writer thread if it does not run yet. Without this call, the first entry starts the thread. */
    public Journal ensureStarted() {
        if (!isStarted) {
            start();
        }
        return this;
    }

    private synchronized void start() {
        if (!isStarted && !isClosing) {
            isStarted = true;
            thread.start();
        }
    }

    @Override
    public void onGuarded(Receipt receipt) {
        enqueue(new JournalEvent.Guarded(System.currentTimeMillis(), nextId(), receipt, null));
    }

    @Override
    public void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
        var _ = record(receipt, receiptPayload);
    }

    /** Records a result, and returns the ID of its request. */
    public long record(Receipt receipt, ReceiptPayload receiptPayload) {
        JournalEvent.Guarded event = new JournalEvent.Guarded(
                System.currentTimeMillis(), nextId(), receipt, itemCounter.countOrDefer(receipt, receiptPayload), null);
        if (!exactCountSampler.offer(event, receiptPayload)) {
            enqueue(event);
        }
        return event.id();
    }

    @Override
    public void onListed(ListingReceipt listingReceipt) {
        enqueue(new JournalEvent.Listed(System.currentTimeMillis(), nextId(), listingReceipt));
    }

    /** Sets a listener for written entries. It runs in the writer thread and must be fast. */
    public void setWrittenListener(Consumer<List<TelemetryEntry>> listener) {
        writtenListener = listener;
    }

    private void enqueue(JournalEvent journalEvent) {
        if (isClosing || !queue.offer(journalEvent)) {
            lostEntries.incrementAndGet();
            journalEvent.release();
        }
        if (isIdle) {
            wake();
        }
        ensureStarted();
    }

    private void wake() {
        isIdle = false;
        LockSupport.unpark(thread);
    }

    /** Returns how many entries were lost since this process started. */
    public long lostEntries() {
        return lostEntries.get();
    }

    /** Returns why nothing can be written at the moment; null if writing works. */
    public @Nullable String lastError() {
        return lastError;
    }

    /** Waits until all earlier entries are written, or until the timeout. */
    public void flush(Duration timeout) throws InterruptedException {
        exactCountSampler.flush(timeout);
        CountDownLatch written = new CountDownLatch(1);
        if (isStarted && thread.isAlive() && queue.offer(new JournalEvent.FlushMark(written))) {
            isFlushRequested = true;
            wake();
            var _ = written.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    // --- the writer thread

    private void runWriter() {
        runMaintenance();
        long lastMaintenance = System.nanoTime();
        List<JournalEvent> batch = new ArrayList<>();
        while (!isClosing) {
            collectBatch(batch);
            writeBatch(batch);
            if (System.nanoTime() - lastMaintenance > MAINTENANCE_INTERVAL.toNanos()) {
                runMaintenance();
                lastMaintenance = System.nanoTime();
            }
        }
        queue.drainTo(batch);
        writeBatch(batch);
        closeQuietly(entrySink);
    }

    /** Waits for an entry, then collects more for a short time, unless a flush is requested. */
    private void collectBatch(List<JournalEvent> batch) {
        long startNanos = System.nanoTime();
        isIdle = true;
        while (queue.isEmpty() && !isClosing && System.nanoTime() - startNanos < MAINTENANCE_INTERVAL.toNanos()) {
            LockSupport.parkNanos(this, MAINTENANCE_INTERVAL.toNanos());
            // park may return without an entry
            isIdle = true;
        }
        isIdle = false;
        long firstEntryNanos = System.nanoTime();
        while (!isFlushRequested
                && !isClosing
                && hasPartialBatch()
                && System.nanoTime() - firstEntryNanos < BATCH_TIME.toNanos()) {
            LockSupport.parkNanos(this, POLL_INTERVAL.toNanos());
        }
        // cleared before the queue is drained, so that a later flush is not missed
        isFlushRequested = false;
        queue.drainTo(batch);
    }

    private boolean hasPartialBatch() {
        int size = queue.size();
        return size > 0 && size < MAX_BATCH;
    }

    private void writeBatch(List<JournalEvent> batch) {
        if (batch.isEmpty()) {
            return;
        }
        List<TelemetryEntry> entries = new ArrayList<>(batch.size());
        for (JournalEvent journalEvent : batch) {
            TelemetryEntry telemetryEntry = journalEvent.entry();
            if (telemetryEntry != null) {
                boolean isFirst = telemetryEntry.outcome().equals("read")
                        && followUpReads.recordRead(telemetryEntry.followUpOf());
                entries.add(isFirst ? telemetryEntry.withFirstRead() : telemetryEntry);
            }
        }
        notifyCounter(entries);
        write(entries);
        for (JournalEvent journalEvent : batch) {
            if (journalEvent instanceof JournalEvent.FlushMark flushMark) {
                flushMark.written().countDown();
            }
        }
        batch.clear();
    }

    private void notifyCounter(List<TelemetryEntry> entries) {
        try {
            entryCounter.accept(entries);
        } catch (RuntimeException e) {
            log.log(
                    LogSeverity.ERROR,
                    "internal error: entries are not counted",
                    "error",
                    e.getClass().getName());
        }
    }

    private void write(List<TelemetryEntry> entries) {
        try {
            EntrySink sink = openSink();
            if (sink != null) {
                sink.write(entries);
                onRecovered();
                writtenListener.accept(entries);
            } else {
                lostEntries.addAndGet(entries.size());
            }
        } catch (IOException | RuntimeException e) {
            lostEntries.addAndGet(entries.size());
            onError(e);
        }
    }

    private void runMaintenance() {
        try {
            EntrySink sink = openSink();
            if (sink != null) {
                sink.runMaintenance();
            }
        } catch (IOException | RuntimeException e) {
            onError(e);
        }
    }

    /** Returns the open sink; null while it cannot be opened. */
    private @Nullable EntrySink openSink() throws IOException {
        EntrySink openedSink = entrySink;
        if (openedSink != null || System.nanoTime() - reopenNanos < 0) {
            return openedSink;
        }
        reopenNanos = System.nanoTime() + REOPEN_INTERVAL.toNanos();
        openedSink = opener.open();
        entrySink = openedSink;
        return openedSink;
    }

    /** Returns a unique ID: the counter, scrambled by SplitMix64 so that IDs of different processes do not collide. */
    private long nextId() {
        long z = idSeed + idCounter.incrementAndGet() * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Remembers an error. Only logs it if writing worked before, so that an outage is logged once. */
    private void onError(Exception e) {
        String why = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
        if (lastError == null) {
            log.log(LogSeverity.ERROR, "telemetry is lost", "why", why);
        }
        lastError = why;
    }

    private void onRecovered() {
        if (lastError != null) {
            lastError = null;
            log.log(LogSeverity.INFO, "telemetry is written again", "lost", lostEntries.get());
        }
    }

    private static void closeQuietly(@Nullable EntrySink entrySink) {
        if (entrySink != null) {
            try {
                entrySink.close();
            } catch (IOException | RuntimeException e) {
                // all entries were already written
            }
        }
    }

    /** Writes the remaining entries. Waits a short time for the writer thread. */
    @Override
    public synchronized void close() {
        exactCountSampler.close();
        isClosing = true;
        if (!isStarted) {
            return;
        }
        wake();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (lostEntries.get() > 0) {
            log.log(LogSeverity.WARN, "telemetry entries were lost", "count", lostEntries.get());
        }
    }
}
