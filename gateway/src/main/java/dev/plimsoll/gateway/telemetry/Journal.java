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
 * Queues telemetry entries, which a separate thread writes. If the queue is full or writing fails, entries are counted
 * and dropped; requests neither wait nor fail.
 */
public final class Journal implements GuardListener, AutoCloseable {

    private static final int ROOM = 10_000;
    private static final int BATCH = 1_000;

    /** Long enough to limit transactions under load, short enough that new entries are visible at once. */
    private static final Duration GATHER = Duration.ofMillis(200);

    /** Polling interval while a batch gathers. Waking up for each entry would cost more than writing it. */
    private static final Duration LOOK = Duration.ofMillis(20);

    private static final Duration TEND = Duration.ofSeconds(5);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(10);
    private static final Duration GOODBYE = Duration.ofMillis(500);

    private final ArrayBlockingQueue<JournalEvent> queue = new ArrayBlockingQueue<>(ROOM);
    private final AtomicLong lost = new AtomicLong();
    private final EntrySink.Opening opening;
    private final Consumer<List<TelemetryEntry>> counting;
    private final Log log;
    private final long ids = System.nanoTime()
            ^ Long.rotateLeft(System.currentTimeMillis(), 40)
            ^ ProcessHandle.current().pid() * 0x9E3779B97F4A7C15L;
    private final Thread thread = new Thread(this::write, "plimsoll-telemetry");
    private final AtomicLong numbered = new AtomicLong();
    private final FollowUpReads followUpReads = new FollowUpReads();
    private final ExactCountSampler exactCountSampler;
    private final ItemCounter items = new ItemCounter();
    private volatile Consumer<List<TelemetryEntry>> told = entries -> {};
    private @Nullable EntrySink entrySink;
    private long openAgain = System.nanoTime();
    private volatile @Nullable String trouble;
    private volatile boolean ends;
    private volatile boolean started;
    private volatile boolean idle;
    private volatile boolean awaited;

    public Journal(EntrySink.Opening opening, Log log) {
        this(opening, entries -> {}, log);
    }

    /**
     * Creates a journal.
     *
     * @param counting receives all entries, also those that cannot be written
     */
    public Journal(EntrySink.Opening opening, Consumer<List<TelemetryEntry>> counting, Log log) {
        this.opening = opening;
        this.counting = counting;
        this.log = log;
        this.exactCountSampler = new ExactCountSampler(this::put, log);
        thread.setDaemon(true);
    }

    /** Starts the writer thread, which otherwise starts with the first entry. */
    public Journal begin() {
        if (!started) {
            start();
        }
        return this;
    }

    private synchronized void start() {
        if (!started && !ends) {
            started = true;
            thread.start();
        }
    }

    @Override
    public void onGuarded(Receipt receipt) {
        put(new JournalEvent.Guarded(System.currentTimeMillis(), nextId(), receipt, null));
    }

    @Override
    public void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
        var _ = note(receipt, receiptPayload);
    }

    /** Records a result and returns the id of its request. */
    public long note(Receipt receipt, ReceiptPayload receiptPayload) {
        JournalEvent.Guarded noted = new JournalEvent.Guarded(
                System.currentTimeMillis(), nextId(), receipt, items.of(receipt, receiptPayload), null);
        if (!exactCountSampler.takes(noted, receiptPayload)) {
            put(noted);
        }
        return noted.id();
    }

    @Override
    public void onListed(ListingReceipt listingReceipt) {
        put(new JournalEvent.Shown(System.currentTimeMillis(), nextId(), listingReceipt));
    }

    /** Sets a listener for written entries. It runs in the writer thread and must be fast. */
    public void tell(Consumer<List<TelemetryEntry>> listener) {
        told = listener;
    }

    private void put(JournalEvent journalEvent) {
        if (ends || !queue.offer(journalEvent)) {
            lost.incrementAndGet();
            journalEvent.forget();
        }
        if (idle) {
            wake();
        }
        begin();
    }

    private void wake() {
        idle = false;
        LockSupport.unpark(thread);
    }

    /** Returns how many entries were lost since this process started. */
    public long lost() {
        return lost.get();
    }

    /** Returns why nothing can be written at the moment; null if writing works. */
    public @Nullable String trouble() {
        return trouble;
    }

    /** Waits until all earlier entries are written, or until the timeout. */
    public void flush(Duration timeout) throws InterruptedException {
        exactCountSampler.flush(timeout);
        CountDownLatch written = new CountDownLatch(1);
        if (started && thread.isAlive() && queue.offer(new JournalEvent.Mark(written))) {
            awaited = true;
            wake();
            var _ = written.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    // --- the writer thread

    private void write() {
        tend();
        long lastMaintenance = System.nanoTime();
        List<JournalEvent> batch = new ArrayList<>();
        while (!ends) {
            gather(batch);
            keep(batch);
            if (System.nanoTime() - lastMaintenance > TEND.toNanos()) {
                tend();
                lastMaintenance = System.nanoTime();
            }
        }
        queue.drainTo(batch);
        keep(batch);
        close(entrySink);
    }

    /** Waits for an entry and then briefly for more, unless a flush is waiting. */
    private void gather(List<JournalEvent> batch) {
        long start = System.nanoTime();
        idle = true;
        while (queue.isEmpty() && !ends && System.nanoTime() - start < TEND.toNanos()) {
            LockSupport.parkNanos(this, TEND.toNanos());
            idle = true;
        }
        idle = false;
        long first = System.nanoTime();
        while (!awaited && !ends && waits() && System.nanoTime() - first < GATHER.toNanos()) {
            LockSupport.parkNanos(this, LOOK.toNanos());
        }
        // cleared before the queue is drained, so that a later flush is not missed
        awaited = false;
        queue.drainTo(batch);
    }

    private boolean waits() {
        int size = queue.size();
        return size > 0 && size < BATCH;
    }

    private void keep(List<JournalEvent> batch) {
        if (batch.isEmpty()) {
            return;
        }
        List<TelemetryEntry> entries = new ArrayList<>(batch.size());
        for (JournalEvent journalEvent : batch) {
            TelemetryEntry telemetryEntry = journalEvent.entry();
            if (telemetryEntry != null) {
                boolean isFirst =
                        telemetryEntry.outcome().equals("read") && followUpReads.begins(telemetryEntry.follows());
                entries.add(isFirst ? telemetryEntry.beginning() : telemetryEntry);
            }
        }
        count(entries);
        write(entries);
        for (JournalEvent journalEvent : batch) {
            if (journalEvent instanceof JournalEvent.Mark mark) {
                mark.written().countDown();
            }
        }
        batch.clear();
    }

    private void count(List<TelemetryEntry> entries) {
        try {
            counting.accept(entries);
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
            EntrySink open = opened();
            if (open != null) {
                open.keep(entries);
                recovered();
                told.accept(entries);
            } else {
                lost.addAndGet(entries.size());
            }
        } catch (IOException | RuntimeException e) {
            lost.addAndGet(entries.size());
            troubled(e);
        }
    }

    private void tend() {
        try {
            EntrySink open = opened();
            if (open != null) {
                open.tend();
            }
        } catch (IOException | RuntimeException e) {
            troubled(e);
        }
    }

    /** Returns the open sink; null while it cannot be opened. */
    private @Nullable EntrySink opened() throws IOException {
        EntrySink open = entrySink;
        if (open != null || System.nanoTime() - openAgain < 0) {
            return open;
        }
        openAgain = System.nanoTime() + TRY_AGAIN.toNanos();
        open = opening.open();
        entrySink = open;
        return open;
    }

    private long nextId() {
        long z = ids + numbered.incrementAndGet() * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Logs the first failure only; the recovery is logged once too. */
    private void troubled(Exception e) {
        String why = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
        if (trouble == null) {
            log.log(LogSeverity.ERROR, "telemetry is lost", "why", why);
        }
        trouble = why;
    }

    private void recovered() {
        if (trouble != null) {
            trouble = null;
            log.log(LogSeverity.INFO, "telemetry is written again", "lost", lost.get());
        }
    }

    private static void close(@Nullable EntrySink entrySink) {
        if (entrySink != null) {
            try {
                entrySink.close();
            } catch (IOException | RuntimeException e) {
                // everything that can be written is written
            }
        }
    }

    /** Writes the remaining entries, with a short time limit. */
    @Override
    public synchronized void close() {
        exactCountSampler.close();
        ends = true;
        if (!started) {
            return;
        }
        wake();
        try {
            thread.join(GOODBYE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (lost.get() > 0) {
            log.log(LogSeverity.WARN, "telemetry entries were lost", "count", lost.get());
        }
    }
}
