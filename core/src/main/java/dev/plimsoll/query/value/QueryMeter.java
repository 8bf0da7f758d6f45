package dev.plimsoll.query.value;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/**
 * Meters the steps, time, memory, output, and depth of a run, and stops it when a limit is exceeded. For one run on one thread.
 */
public final class QueryMeter {

    /** Steps between two checks of the limits. */
    private static final int LOOK = 4_096;

    private static final int BYTES_A_STEP = 64;

    /** Deepest nesting of calls, pipes, and values, for which half a megabyte of stack is enough. */
    private static final int MOST_DEPTH = 1_000;

    private final long mostSteps;
    private final long mostMemory;
    private final long mostOutput;
    private final long timeMs;
    private final long began = System.nanoTime();
    private long steps;
    private long nextLook = LOOK;
    private long memory;
    private int depth;

    public QueryMeter(long timeMs, long steps, long memory, long output) {
        this.timeMs = timeMs;
        this.mostSteps = steps;
        this.mostMemory = memory;
        this.mostOutput = output;
    }

    public void step() {
        if (++steps >= nextLook) {
            look();
        }
    }

    public void steps(long more) {
        steps += more;
        if (steps >= nextLook) {
            look();
        }
    }

    /** Records bytes of a document or text that were scanned. */
    public void walked(long bytes) {
        steps(bytes / BYTES_A_STEP);
    }

    /** Records bytes of values that were built. */
    public void built(long bytes) {
        memory += bytes;
        if (memory > mostMemory) {
            throw limit("memory", mostMemory, "bytes of values built", "select fewer fields or items");
        }
    }

    /** Checks the bytes of output so far. */
    public void output(long bytes) {
        if (bytes > mostOutput) {
            throw limit("output", mostOutput, "bytes of output", "use limit(10; …) or fewer fields");
        }
    }

    private void look() {
        nextLook = steps + LOOK;
        if (steps > mostSteps) {
            throw limit("steps", mostSteps, "steps", "narrow it with select(…) or limit(10; …) first");
        }
        if (System.nanoTime() - began > timeMs * 1_000_000) {
            throw limit("timeMs", timeMs, "ms", "narrow it with select(…) or limit(10; …) first");
        }
    }

    /** Adds levels to the depth. {@link #leave} undoes this. */
    public void enter(int levels) {
        depth += levels;
        if (depth > MOST_DEPTH) {
            throw tooDeep();
        }
    }

    public void leave(int levels) {
        depth -= levels;
    }

    public int depth() {
        return depth;
    }

    /** Restores an earlier depth after an error. */
    public void restoreDepth(int earlier) {
        depth = earlier;
    }

    private static RefusedException tooDeep() {
        return limit(
                "depth", MOST_DEPTH, "levels of nested calls or values", "use reduce, range, until or a path instead");
    }

    /** Creates the error for a thread whose stack is too small. */
    public static RefusedException stackUsedUp() {
        return new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        "the query needs more stack than is available (limit depth)",
                        "use reduce, range, until or a path instead")
                .detail("limit", "depth");
    }

    private static RefusedException limit(String name, long value, String unit, String suggestion) {
        return new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        "the query needs more than " + value + " " + unit + " (limit " + name + ")",
                        suggestion)
                .detail("limit", name)
                .detail("value", Long.toString(value));
    }
}
