package dev.plimsoll.documents.limit;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Counts what reading one document costs, and throws {@link LimitExceededException} at the first limit that it exceeds. */
public final class ReadMeter {

    /** Cheap steps between two looks at the clock. */
    private static final int STEPS = 256;

    private final DocumentLimits limits;
    private final LongSupplier clock;
    private final long start;
    private long unpacked;
    private long characters;
    private long cells;
    private int steps;
    private @Nullable LimitExceededException exceeded;

    /** Begins to count. */
    public ReadMeter(DocumentLimits limits, LongSupplier clock) {
        this.limits = limits;
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    /** Counts a cheap step. */
    public void step() {
        if (++steps % STEPS == 0) {
            checkTime();
        }
    }

    public void checkTime() {
        check();
        if (clock.getAsLong() - start > limits.time().toNanos()) {
            fail("reading it takes longer than " + limits.time().toSeconds() + " s");
        }
    }

    public void addUnpacked(long bytes) {
        unpacked += bytes;
        if (unpacked > limits.unpackedBytes()) {
            fail("it unpacks to more than " + (limits.unpackedBytes() >> 20) + " MB");
        }
        step();
    }

    public void addCharacters(long count) {
        characters += count;
        if (characters > limits.textCharacters()) {
            fail("its text is longer than " + (limits.textCharacters() >> 20) + " million characters");
        }
        step();
    }

    public void addCells(long count) {
        cells += count;
        if (cells > limits.cells()) {
            fail("it has more than " + limits.cells() + " cells");
        }
        step();
    }

    private void fail(String message) {
        throw exceed(message);
    }

    /** Records that the document exceeds a limit of its reader, and returns the exception to throw. */
    public LimitExceededException exceed(String message) {
        LimitExceededException first = exceeded == null ? new LimitExceededException(message) : exceeded;
        exceeded = first;
        return first;
    }

    /** Throws again if a limit was exceeded, because libraries catch exceptions. */
    public void check() {
        if (exceeded != null) {
            throw exceeded;
        }
    }
}
