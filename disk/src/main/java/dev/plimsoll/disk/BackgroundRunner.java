package dev.plimsoll.disk;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on another thread, one at a time. If a task has not started when {@link #start} is called again,
 * the calling thread runs it. Thread-safe.
 */
final class BackgroundRunner {

    private static final int STOP_TIMEOUT_SECONDS = 10;

    private final @Nullable Executor executor;
    private final Semaphore permit = new Semaphore(1);
    private final AtomicReference<@Nullable Runnable> pending = new AtomicReference<>();
    private volatile boolean isStopped;

    /** @param executor the executor; null to run nothing */
    BackgroundRunner(@Nullable Executor executor) {
        this.executor = executor;
    }

    /**
     * Starts a task, unless one is running.
     *
     * @param taskSupplier supplies the task; returns null if there is nothing to do
     */
    void start(Supplier<@Nullable Runnable> taskSupplier) {
        if (executor == null || isStopped) {
            return;
        }
        runPending();
        if (!permit.tryAcquire()) {
            return;
        }
        Runnable task = null;
        try {
            task = taskSupplier.get();
        } finally {
            if (task == null) {
                permit.release();
            }
        }
        if (task == null) {
            return;
        }
        pending.set(task);
        try {
            executor.execute(this::runPending);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // no thread is available: the next call of start() runs the task
        }
    }

    private void runPending() {
        Runnable task = pending.getAndSet(null);
        if (task == null) {
            return;
        }
        try {
            task.run();
        } finally {
            permit.release();
        }
    }

    /** Stops accepting tasks, and waits at most 10 seconds for the running task. */
    void stop() {
        isStopped = true;
        if (pending.getAndSet(null) != null) {
            permit.release();
        }
        try {
            if (permit.tryAcquire(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                permit.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
