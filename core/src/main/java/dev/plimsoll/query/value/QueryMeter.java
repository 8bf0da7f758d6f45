package dev.plimsoll.query.value;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/**
 * Meter of the steps, time, memory, output, and depth of a run. Stops the run when a limit is exceeded. Not thread-safe.
 */
public final class QueryMeter {

    /** Steps between two checks of the limits. */
    private static final int CHECK_INTERVAL = 4_096;

    private static final int BYTES_PER_STEP = 64;

    /**
     * Units of stack for nested calls, pipes, and values: as many frames of interpreted methods as fit into half a megabyte.
     */
    public static final int MAX_DEPTH = 2_100;

    /** Units of stack for a level of nested values. */
    public static final int VALUE_DEPTH = 3;

    private final long maxSteps;
    private final long maxMemory;
    private final long maxOutput;
    private final long maxMillis;
    private final long startNanos = System.nanoTime();
    private long steps;
    private long nextCheck = CHECK_INTERVAL;
    private long memory;
    private int depth;

    public QueryMeter(long timeMs, long steps, long memory, long output) {
        this.maxMillis = timeMs;
        this.maxSteps = steps;
        this.maxMemory = memory;
        this.maxOutput = output;
    }

    public void step() {
        if (++steps >= nextCheck) {
            checkLimits();
        }
    }

    public void addSteps(long count) {
        steps += count;
        if (steps >= nextCheck) {
            checkLimits();
        }
    }

    /** Records bytes of a document or text that were scanned. */
    public void addScannedBytes(long bytes) {
        addSteps(bytes / BYTES_PER_STEP);
    }

    /** Records bytes of values that were built. */
    public void addBuiltBytes(long bytes) {
        memory += bytes;
        if (memory > maxMemory) {
            throw limitError("memory", maxMemory, "bytes of values built", "select fewer fields or items");
        }
    }

    /** Checks the bytes of output so far. */
    public void checkOutput(long bytes) {
        if (bytes > maxOutput) {
            throw limitError("output", maxOutput, "bytes of output", "use limit(10; …) or fewer fields");
        }
    }

    private void checkLimits() {
        nextCheck = steps + CHECK_INTERVAL;
        if (steps > maxSteps) {
            throw limitError("steps", maxSteps, "steps", "narrow it with select(…) or limit(10; …) first");
        }
        checkTime();
    }

    /** Checks the elapsed time. */
    public void checkTime() {
        if (System.nanoTime() - startNanos > maxMillis * 1_000_000) {
            throw limitError("timeMs", maxMillis, "ms", "narrow it with select(…) or limit(10; …) first");
        }
    }

    /** Returns the time that is left, in milliseconds; at least 1. */
    public long remainingMillis() {
        return Math.max(1, maxMillis - (System.nanoTime() - startNanos) / 1_000_000);
    }

    /** Returns the bytes of values that can still be built; at least 1. */
    public long remainingBytes() {
        return Math.max(1, maxMemory - memory);
    }

    /** Adds units of stack to the depth. {@link #leave} undoes this. */
    public void enter(int units) {
        depth += units;
        if (depth > MAX_DEPTH) {
            throw depthError();
        }
    }

    public void leave(int units) {
        depth -= units;
    }

    public int depth() {
        return depth;
    }

    /** Restores an earlier depth after an error. */
    public void restoreDepth(int earlier) {
        depth = earlier;
    }

    private static RefusedException depthError() {
        return limitError(
                "depth", MAX_DEPTH, "frames of nested calls or values", "use reduce, range, until or a path instead");
    }

    /** Creates the error for a thread whose stack is too small. */
    public static RefusedException stackExhausted() {
        return new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        "the query needs more stack than is available (limit depth)",
                        "use reduce, range, until or a path instead")
                .detail("limit", "depth");
    }

    private static RefusedException limitError(String name, long value, String unit, String suggestion) {
        return new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        "the query needs more than " + value + " " + unit + " (limit " + name + ")",
                        suggestion)
                .detail("limit", name)
                .detail("value", Long.toString(value));
    }
}
