package dev.plimsoll.disk;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is done besides, by somebody else, one thing at a time. Thread-safe. */
final class Meanwhile {

    private static final int PATIENCE_SECONDS = 10;

    private final @Nullable Executor by;
    private final Semaphore free = new Semaphore(1);
    private volatile boolean over;

    /** @param by null for nobody: then nothing is done */
    Meanwhile(@Nullable Executor by) {
        this.by = by;
    }

    /**
     * Has something done, unless something is being done already.
     *
     * @param planned what; null when there is nothing to do
     */
    void begin(Supplier<@Nullable Runnable> planned) {
        if (by == null || over || !free.tryAcquire()) {
            return;
        }
        Runnable task = planned.get();
        if (task == null) {
            free.release();
            return;
        }
        AtomicBoolean begun = new AtomicBoolean();
        Runnable once = () -> {
            if (begun.compareAndSet(false, true)) {
                run(task);
            }
        };
        try {
            by.execute(once);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // there is no thread for it; a pool may have taken it all the same, before it found that out
            once.run();
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } finally {
            free.release();
        }
    }

    /** Nothing more is begun; waits for what is being done, but not for ever. */
    void end() {
        over = true;
        try {
            if (free.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                free.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
