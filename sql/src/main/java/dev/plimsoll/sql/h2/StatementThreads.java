package dev.plimsoll.sql.h2;

import com.sun.management.ThreadMXBean;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.sql.SqlLimits;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs each statement on its own thread, and cancels it if it exceeds a limit. The calling thread waits and checks the limits, so no
 * other thread is needed.
 */
final class StatementThreads {

    /** Stack size of a statement; deep expressions need a large stack. */
    private static final long STACK_BYTES = 32L << 20;

    private static final long POLL_MILLIS = 2;

    /** Maximum time to open a database, which only the first statement of a process can need. */
    private static final long MAX_OPEN_MILLIS = 10_000;

    /** Maximum time that the caller waits for a cancelled statement to end. */
    private static final long MAX_CANCEL_MILLIS = 1_000;

    /** Maximum number of cancelled statements that have not ended yet. */
    private static final int MAX_UNFINISHED = 2;

    /** A statement can allocate at most the maximum heap divided by this number. */
    private static final int HEAP_DIVISOR = 4;

    private final AtomicInteger unfinishedCount = new AtomicInteger();

    void run(StatementRun run, SqlLimits limits) {
        if (unfinishedCount.get() >= MAX_UNFINISHED) {
            throw new RefusedException(
                    ErrorCode.QUERY_LIMIT,
                    "sql: earlier statements are still running",
                    "use query, or repeat this later");
        }
        long memoryBytes = Math.min(limits.memoryBytes(), Runtime.getRuntime().maxMemory() / HEAP_DIVISOR);
        Thread thread = new Thread(null, run, "plimsoll-sql", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        RefusedException error = awaitEnd(run, thread, limits.timeMillis(), memoryBytes);
        if (error != null) {
            cancel(run, thread);
            throw error;
        }
        run.throwFailure(limits.timeMillis(), memoryBytes);
    }

    /** Waits until a statement ends, and returns null, or an error as soon as it exceeds a limit. */
    private static @Nullable RefusedException awaitEnd(
            StatementRun run, Thread thread, long timeMillis, long memoryBytes) {
        long openDeadlineNanos = System.nanoTime() + MAX_OPEN_MILLIS * 1_000_000;
        long startNanos = 0;
        try {
            while (!join(thread, POLL_MILLIS)) {
                long now = System.nanoTime();
                if (startNanos == 0 && (run.isDatabaseOpen() || now - openDeadlineNanos > 0)) {
                    startNanos = now;
                }
                if (startNanos != 0 && now - startNanos > timeMillis * 1_000_000) {
                    return StatementErrors.limit("timeMs", timeMillis, "ms");
                }
                if (allocatedBytes(thread) > memoryBytes) {
                    return StatementErrors.limit("memory", memoryBytes, "bytes of memory");
                }
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new RefusedException(ErrorCode.INTERNAL_ERROR, "sql: the statement was interrupted", "run it again");
        }
    }

    private void cancel(StatementRun run, Thread thread) {
        unfinishedCount.incrementAndGet();
        run.runAtEnd(unfinishedCount::decrementAndGet);
        run.cancel();
        try {
            join(thread, MAX_CANCEL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a thread, at most for the given time, and returns whether it has ended. */
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
