package dev.plimsoll.disk;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is done besides, by somebody else, one thing at a time. What nobody has begun when the next thing comes is done by whoever
 * brings that. Thread-safe.
 */
final class BackgroundTask {

    private static final int PATIENCE_SECONDS = 10;

    private final @Nullable Executor by;
    private final Semaphore free = new Semaphore(1);
    private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();
    private volatile boolean over;

    /** @param by null for nobody: then nothing is done */
    BackgroundTask(@Nullable Executor by) {
        this.by = by;
    }

    /**
     * Has something done, unless something is being done already.
     *
     * @param planned what; null when there is nothing to do
     */
    void begin(Supplier<@Nullable Runnable> planned) {
        if (by == null || over) {
            return;
        }
        doWaiting();
        if (!free.tryAcquire()) {
            return;
        }
        Runnable task = null;
        try {
            task = planned.get();
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
            // there is no thread for it: it waits for who comes next
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

    /** Nothing more is begun; waits for what is being done, but not for ever. */
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
