package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Counted;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.ToolResult;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import dev.plimsoll.texttype.TextTypes;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts a share of results exactly in its own thread, to check the estimates. Its queue is short; while it is full,
 * further results are not counted.
 */
final class ExactCountSampler {

    private static final int WAITING = 4;

    /** Counting this many bytes takes about a tenth of a second. */
    private static final int LARGEST = 2 << 20;

    private static final long IDLE_SECONDS = 30;
    private static final Duration GOODBYE = Duration.ofMillis(300);

    private final Consumer<JournalEvent> counted;
    private final Log log;
    private final DoubleSupplier chance;
    private final ArrayBlockingQueue<Sample> waiting = new ArrayBlockingQueue<>(WAITING);
    private @Nullable Thread thread;
    private int pending;
    private volatile boolean ends;

    private record Sample(JournalEvent.Guarded noted, ReceiptPayload passage) {}

    /** @param counted receives each sample after it was counted */
    ExactCountSampler(Consumer<JournalEvent> counted, Log log) {
        this(counted, log, () -> ThreadLocalRandom.current().nextDouble());
    }

    /** @param chance returns numbers from 0 to 1; a result is sampled if the number is below the configured share */
    ExactCountSampler(Consumer<JournalEvent> counted, Log log, DoubleSupplier chance) {
        this.counted = counted;
        this.log = log;
        this.chance = chance;
    }

    /** Returns whether this result is sampled. If so, it is passed on after it was counted. */
    boolean takes(JournalEvent.Guarded noted, ReceiptPayload receiptPayload) {
        double share = receiptPayload.sampling();
        if (share <= 0 || ends || chance.getAsDouble() >= share || !worthwhile(noted.receipt(), receiptPayload)) {
            return false;
        }
        return begins(new Sample(noted, receiptPayload));
    }

    private synchronized boolean begins(Sample sample) {
        if (ends || !waiting.offer(sample)) {
            return false;
        }
        pending++;
        start();
        return true;
    }

    private synchronized void ended() {
        pending--;
        notifyAll();
    }

    /** Waits until all samples are passed on, or until the timeout. */
    synchronized void flush(Duration timeout) throws InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        long left = timeout.toMillis();
        while (pending > 0 && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        }
    }

    private static boolean worthwhile(Receipt receipt, ReceiptPayload receiptPayload) {
        return receipt.outcome() != OutcomeKind.REFUSED
                && receipt.outcome() != OutcomeKind.ERROR
                && receipt.answerTokens() > 0
                && Math.max(
                                receiptPayload.original().length(),
                                receiptPayload.answer().length())
                        <= LARGEST;
    }

    private void start() {
        if (thread == null) {
            Thread made = new Thread(this::count, "plimsoll-sampling");
            made.setDaemon(true);
            made.start();
            thread = made;
        }
    }

    private void count() {
        while (true) {
            Sample sample = next();
            if (sample == null && gone()) {
                return;
            }
            if (sample != null) {
                try {
                    tell(sample);
                } finally {
                    ended();
                }
            }
        }
    }

    private @Nullable Sample next() {
        try {
            return waiting.poll(ends ? 0 : IDLE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            ends = true;
            return null;
        }
    }

    /** Ends the thread if no sample is waiting, because samples may be rare. */
    private synchronized boolean gone() {
        if (waiting.isEmpty()) {
            thread = null;
            return true;
        }
        return false;
    }

    private void tell(Sample sample) {
        JournalEvent.Guarded noted = sample.noted();
        try {
            Counted found = counted(noted.receipt(), sample.passage());
            if (found != null) {
                say(noted.receipt(), found);
                noted = noted.with(found);
            }
        } catch (RuntimeException e) {
            log.log(
                    LogSeverity.DEBUG,
                    "a sample could not be counted",
                    "why",
                    e.getClass().getSimpleName());
        }
        counted.accept(noted);
    }

    private static @Nullable Counted counted(Receipt receipt, ReceiptPayload receiptPayload) {
        ToolResult answer = ToolResult.of(receiptPayload.answer().joined());
        if (answer == null) {
            return null;
        }
        boolean reads = receipt.circumstances().reads();
        boolean passed = receipt.outcome() == OutcomeKind.PASSED;
        long real = ResultMeter.exact(answer, receiptPayload.sumCopies());
        ToolResult original = reads || passed ? answer : ToolResult.of(receiptPayload.original());
        if (original == null) {
            return null;
        }
        long originalCount = reads ? -1 : passed ? real : ResultMeter.exact(original, receiptPayload.sumCopies());
        return new Counted(kind(original), real, originalCount);
    }

    private static String kind(ToolResult result) {
        Slice text = Document.of(result).bytes();
        return TextTypes.of(text).name().toLowerCase(Locale.ROOT);
    }

    private void say(Receipt receipt, Counted found) {
        boolean reads = found.originalTokens() < 0;
        long estimated = reads ? receipt.answerTokens() : receipt.originalTokens();
        long real = reads ? found.answerTokens() : found.originalTokens();
        boolean fits = EstimateError.fits(estimated, real);
        log.log(
                fits ? LogSeverity.INFO : LogSeverity.WARN,
                "counted",
                "server",
                receipt.server(),
                "tool",
                receipt.tool(),
                "kind",
                found.kind(),
                "estimatedTokens",
                estimated,
                "realTokens",
                real,
                "errorPercent",
                EstimateError.percent(estimated, real));
    }

    /** Passes waiting samples on without counting, and waits briefly for the one that is being counted. */
    void close() {
        ends = true;
        for (Sample sample = waiting.poll(); sample != null; sample = waiting.poll()) {
            counted.accept(sample.noted());
            ended();
        }
        try {
            flush(GOODBYE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
