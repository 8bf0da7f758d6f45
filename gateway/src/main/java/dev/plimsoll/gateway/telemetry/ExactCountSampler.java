package dev.plimsoll.gateway.telemetry;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;
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
 * Counts the tokens of a share of the results exactly, on a separate thread, to check the estimates. While
 * its short queue is full, further results are not counted.
 */
final class ExactCountSampler {

    private static final int MAX_PENDING = 4;

    /** Largest result that is counted. Counting it takes about a tenth of a second. */
    private static final int MAX_BYTES = 2 << 20;

    private static final long IDLE_SECONDS = 30;

    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(300);

    private final Consumer<JournalEvent> listener;
    private final Log log;
    private final DoubleSupplier random;
    private final ArrayBlockingQueue<Sample> queue = new ArrayBlockingQueue<>(MAX_PENDING);
    private @Nullable Thread thread;
    private int pending;
    private volatile long startNanos = System.nanoTime();
    private volatile boolean isClosing;

    private record Sample(JournalEvent.Guarded event, ReceiptPayload payload) {}

    /** @param listener receives the event of each sampled result, after the result was counted */
    ExactCountSampler(Consumer<JournalEvent> listener, Log log) {
        this(listener, log, () -> ThreadLocalRandom.current().nextDouble());
    }

    /**
     * @param random returns random numbers from 0 to 1; a result is sampled if the number is below the
     *     configured share
     */
    ExactCountSampler(Consumer<JournalEvent> listener, Log log, DoubleSupplier random) {
        this.listener = listener;
        this.log = log;
        this.random = random;
    }

    /** Samples no results until a delay is over. */
    void delayStart(Duration delay) {
        startNanos = System.nanoTime() + delay.toNanos();
    }

    /**
     * Samples a result, if the random number selects it and the queue is not full. Returns whether it is sampled;
     * its event is then passed to the listener later.
     */
    boolean offer(JournalEvent.Guarded event, ReceiptPayload receiptPayload) {
        double share = receiptPayload.samplingShare();
        if (share <= 0 || isClosing || System.nanoTime() - startNanos < 0) {
            return false;
        }
        if (random.getAsDouble() >= share || !isCountable(event.receipt(), receiptPayload)) {
            return false;
        }
        return enqueue(new Sample(event, receiptPayload));
    }

    private synchronized boolean enqueue(Sample sample) {
        if (isClosing || !queue.offer(sample)) {
            return false;
        }
        pending++;
        start();
        return true;
    }

    private synchronized void onDone() {
        pending--;
        notifyAll();
    }

    /** Waits until all sampled events were passed to the listener, or until the timeout. */
    synchronized void flush(Duration timeout) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        long remainingMillis = timeout.toMillis();
        while (pending > 0 && remainingMillis > 0) {
            wait(remainingMillis);
            remainingMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        }
    }

    private static boolean isCountable(Receipt receipt, ReceiptPayload receiptPayload) {
        return receipt.outcome() != OutcomeKind.REFUSED
                && receipt.outcome() != OutcomeKind.ERROR
                && receipt.answerTokens() > 0
                && Math.max(
                                receiptPayload.original().length(),
                                receiptPayload.answer().length())
                        <= MAX_BYTES;
    }

    private void start() {
        if (thread == null) {
            Thread newThread = new Thread(this::run, "plimsoll-sampling");
            newThread.setDaemon(true);
            newThread.start();
            thread = newThread;
        }
    }

    private void run() {
        while (true) {
            Sample sample = takeSample();
            if (sample == null && stopIfIdle()) {
                return;
            }
            if (sample != null) {
                try {
                    process(sample);
                } finally {
                    onDone();
                }
            }
        }
    }

    private @Nullable Sample takeSample() {
        try {
            return queue.poll(isClosing ? 0 : IDLE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            isClosing = true;
            return null;
        }
    }

    /** Returns whether the thread should end: no sample is waiting, and the next may arrive much later. */
    private synchronized boolean stopIfIdle() {
        if (queue.isEmpty()) {
            thread = null;
            return true;
        }
        return false;
    }

    private void process(Sample sample) {
        JournalEvent.Guarded event = sample.event();
        try {
            ExactCounts counts = countExactly(event.receipt(), sample.payload());
            if (counts != null) {
                logSample(event.receipt(), counts);
                event = event.withCounts(counts);
            }
        } catch (RuntimeException e) {
            log.log(
                    LogSeverity.DEBUG,
                    "a sample could not be counted",
                    "why",
                    e.getClass().getSimpleName());
        }
        listener.accept(event);
    }

    private static @Nullable ExactCounts countExactly(Receipt receipt, ReceiptPayload receiptPayload) {
        ToolResult answer = ToolResult.parse(receiptPayload.answer().joined());
        if (answer == null) {
            return null;
        }
        boolean isFollowUpRead = receipt.context().isRead();
        boolean isPassed = receipt.outcome() == OutcomeKind.PASSED;
        long answerCount = ResultMeter.exactTokens(answer, receiptPayload.isSumOfCopies());
        ToolResult original = isFollowUpRead || isPassed ? answer : ToolResult.parse(receiptPayload.original());
        if (original == null) {
            return null;
        }
        long originalCount = isFollowUpRead
                ? -1
                : isPassed ? answerCount : ResultMeter.exactTokens(original, receiptPayload.isSumOfCopies());
        return new ExactCounts(textTypeName(original), answerCount, originalCount);
    }

    private static String textTypeName(ToolResult result) {
        Slice text = Document.of(result).bytes();
        return TextTypes.detect(text).name().toLowerCase(Locale.ROOT);
    }

    private void logSample(Receipt receipt, ExactCounts counts) {
        boolean isFollowUpRead = counts.originalTokens() < 0;
        long estimated = isFollowUpRead ? receipt.answerTokens() : receipt.originalTokens();
        long exact = isFollowUpRead ? counts.answerTokens() : counts.originalTokens();
        boolean isWithinTolerance = EstimateError.isWithinTolerance(estimated, exact);
        log.log(
                isWithinTolerance ? LogSeverity.INFO : LogSeverity.WARN,
                "sample counted",
                "server",
                receipt.server(),
                "tool",
                receipt.tool(),
                "kind",
                counts.kind(),
                "estimatedTokens",
                estimated,
                "realTokens",
                exact,
                "errorPercent",
                EstimateError.percent(estimated, exact));
    }

    /**
     * Passes waiting events to the listener without counting, and waits a short time for the sample that is
     * being counted.
     */
    void close() {
        isClosing = true;
        for (Sample sample = queue.poll(); sample != null; sample = queue.poll()) {
            listener.accept(sample.event());
            onDone();
        }
        try {
            flush(CLOSE_TIMEOUT);
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
