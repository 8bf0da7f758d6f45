package dev.plimsoll.query.value;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Counts what a run costs and ends it when a limit is reached: steps, time, memory, output, depth. For one run, one thread. */
public final class QueryMeter {

    /** Steps between two looks at the clock. */
    private static final int LOOK = 4_096;

    private static final int BYTES_A_STEP = 64;

    /** Nested calls, pipes and values, chosen so that half a megabyte of stack is enough. */
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

    /** Bytes of a document or text that were walked over. */
    public void walked(long bytes) {
        steps(bytes / BYTES_A_STEP);
    }

    /** Bytes of values that were built. */
    public void built(long bytes) {
        memory += bytes;
        if (memory > mostMemory) {
            throw limit("memory", mostMemory, "bytes of values built", "keep fewer fields or fewer items");
        }
    }

    /** Bytes of output so far. */
    public void output(long bytes) {
        if (bytes > mostOutput) {
            throw limit("output", mostOutput, "bytes of output", "take less with limit(10; …) or fewer fields");
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

    /** Goes so many levels deeper; {@link #leave} comes back. */
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

    /** Back to a depth noted before, after an error. */
    public void depth(int noted) {
        depth = noted;
    }

    private static RefusedException tooDeep() {
        return limit(
                "depth", MOST_DEPTH, "levels of nested calls or values", "use reduce, range, until or a path instead");
    }

    /** For a host that asked when its own stack was nearly used up. */
    public static RefusedException stackUsedUp() {
        return new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        "the query needs more stack than its host has left (limit depth)",
                        "use reduce, range, until or a path instead")
                .detail("limit", "depth");
    }

    private static RefusedException limit(String name, long value, String unit, String way) {
        return new RefusedException(
                        ErrorCode.QUERY_LIMIT,
                        "the query needs more than " + value + " " + unit + " (limit " + name + ")",
                        way)
                .detail("limit", name)
                .detail("value", Long.toString(value));
    }
}
