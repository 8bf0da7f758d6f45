package dev.plimsoll.sql.h2;

import com.sun.management.ThreadMXBean;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.sql.SqlLimits;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs each statement on a thread of its own, and cancels it at its limits. The calling thread waits and watches, so that no
 * other thread is needed.
 */
final class StatementThreads {

    /** A deep expression needs much stack. */
    private static final long STACK_BYTES = 32L << 20;

    private static final long POLL_MILLIS = 2;

    /** Maximum time to open a database, which takes long only at the first time in a process. */
    private static final long MAX_OPEN_MILLIS = 10_000;

    /** Time in which a cancelled statement must end. */
    private static final long GRACE_MILLIS = 1_000;

    /** Maximum number of statements that did not end when they were cancelled. */
    private static final int MAX_ABANDONED = 2;

    /** A statement gets at most this part of the heap. */
    private static final int HEAP_DIVISOR = 4;

    private final AtomicInteger abandoned = new AtomicInteger();

    void run(StatementRun run, SqlLimits limits) {
        if (abandoned.get() >= MAX_ABANDONED) {
            throw new RefusedException(
                    ErrorCode.QUERY_LIMIT, "sql: earlier statements still run", "use query, or repeat this later");
        }
        long opening = System.nanoTime() + MAX_OPEN_MILLIS * 1_000_000;
        long begun = 0;
        long memory = Math.min(limits.memory(), Runtime.getRuntime().maxMemory() / HEAP_DIVISOR);
        Thread thread = new Thread(null, run, "plimsoll-sql", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        RefusedException limit = null;
        try {
            while (limit == null && !join(thread, POLL_MILLIS)) {
                long now = System.nanoTime();
                begun = begun == 0 && (run.hasBegun() || now - opening > 0) ? now : begun;
                if (begun != 0 && now - begun > limits.timeMs() * 1_000_000) {
                    limit = StatementErrors.limit("timeMs", limits.timeMs(), "ms");
                } else if (allocatedBytes(thread) > memory) {
                    limit = StatementErrors.limit("memory", memory, "bytes of memory");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            limit = new RefusedException(
                    ErrorCode.INTERNAL_ERROR, "sql: the statement was interrupted", "run it again");
        }
        if (limit == null) {
            run.throwFailure(limits.timeMs(), memory);
        } else {
            cancel(run, thread);
            throw limit;
        }
    }

    private void cancel(StatementRun run, Thread thread) {
        abandoned.incrementAndGet();
        run.onEnd(abandoned::decrementAndGet);
        run.cancel();
        try {
            join(thread, GRACE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end of a thread. Returns whether it has ended. */
    private static boolean join(Thread thread, long millis) throws InterruptedException {
        thread.join(millis);
        return !thread.isAlive();
    }

    private static long allocatedBytes(Thread thread) {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
                ? bean.getThreadAllocatedBytes(thread.getId())
                : 0;
    }
}
