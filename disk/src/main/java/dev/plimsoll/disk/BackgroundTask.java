package dev.plimsoll.disk;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on another thread, one at a time. A task that has not started when the next one arrives runs on the thread of
 * the caller. Thread-safe.
 */
final class BackgroundTask {

    private static final int PATIENCE_SECONDS = 10;

    private final @Nullable Executor by;
    private final Semaphore free = new Semaphore(1);
    private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();
    private volatile boolean over;

    /** @param executor the executor; null to run nothing */
    BackgroundTask(@Nullable Executor executor) {
        this.by = executor;
    }

    /**
     * Starts a task, unless one is running.
     *
     * @param taskSupplier supplies the task; returns null if there is nothing to do
     */
    void begin(Supplier<@Nullable Runnable> taskSupplier) {
        if (by == null || over) {
            return;
        }
        doWaiting();
        if (!free.tryAcquire()) {
            return;
        }
        Runnable task = null;
        try {
            task = taskSupplier.get();
        } finally {
            if (task == null) {
                free.release();
            }
        }
        if (task == null) {
            return;
        }
        waiting.set(task);
        try {
            by.execute(this::doWaiting);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // no thread is available: the task waits for the next caller
        }
    }

    private void doWaiting() {
        Runnable task = waiting.getAndSet(null);
        if (task == null) {
            return;
        }
        try {
            task.run();
        } finally {
            free.release();
        }
    }

    /** Stops accepting tasks, and waits at most 10 seconds for the running one. */
    void end() {
        over = true;
        if (waiting.getAndSet(null) != null) {
            free.release();
        }
        try {
            if (free.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                free.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
