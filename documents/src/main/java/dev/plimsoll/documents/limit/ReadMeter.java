package dev.plimsoll.documents.limit;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Measures the time and size of reading one document, and throws {@link LimitExceededException} if it exceeds a limit. */
public final class ReadMeter {

    /** Number of steps between two checks of the time. */
    private static final int STEPS_PER_CHECK = 256;

    private final DocumentLimits limits;
    private final LongSupplier clock;
    private final long startNanos;
    private long unpackedBytes;
    private long characters;
    private long cells;
    private int steps;
    private @Nullable LimitExceededException exceededLimit;

    /** Starts the measurement of a document. The clock returns nanoseconds. */
    public ReadMeter(DocumentLimits limits, LongSupplier clock) {
        this.limits = limits;
        this.clock = clock;
        this.startNanos = clock.getAsLong();
    }

    /** Counts a short step of the reader, and checks the time regularly. */
    public void countStep() {
        if (++steps % STEPS_PER_CHECK == 0) {
            checkTime();
        }
    }

    public void checkTime() {
        rethrowExceeded();
        if (clock.getAsLong() - startNanos > limits.maxTime().toNanos()) {
            throw limitExceeded(
                    "reading it takes longer than " + limits.maxTime().toSeconds() + " s");
        }
    }

    public void addUnpackedBytes(long bytes) {
        unpackedBytes += bytes;
        if (unpackedBytes > limits.maxUnpackedBytes()) {
            throw limitExceeded("it unpacks to more than " + (limits.maxUnpackedBytes() >> 20) + " MB");
        }
        countStep();
    }

    public void addCharacters(long count) {
        characters += count;
        if (characters > limits.maxTextCharacters()) {
            throw limitExceeded(
                    "its text is longer than " + (limits.maxTextCharacters() >> 20) + " million characters");
        }
        countStep();
    }

    public void addCells(long count) {
        cells += count;
        if (cells > limits.maxCells()) {
            throw limitExceeded("it has more than " + limits.maxCells() + " cells");
        }
        countStep();
    }

    /** Records that the document exceeds a limit, and returns the exception to throw. */
    public LimitExceededException limitExceeded(String message) {
        LimitExceededException first = exceededLimit == null ? new LimitExceededException(message) : exceededLimit;
        exceededLimit = first;
        return first;
    }

    /** Throws the exception again if a limit was exceeded. A library may have caught it. */
    public void rethrowExceeded() {
        if (exceededLimit != null) {
            throw exceededLimit;
        }
    }
}
