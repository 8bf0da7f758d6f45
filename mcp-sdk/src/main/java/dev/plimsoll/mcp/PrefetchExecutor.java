package dev.plimsoll.mcp;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Executor of the tasks that prefetch pages, with up to two threads, which end after 10 idle seconds. It drops new tasks
 * while 64 tasks wait.
 */
final class PrefetchExecutor implements Consumer<Runnable>, AutoCloseable {

    private static final int MAX_THREADS = 2;
    private static final int QUEUE_CAPACITY = 64;

    private final ThreadPoolExecutor threads;

    PrefetchExecutor() {
        threads = new ThreadPoolExecutor(
                MAX_THREADS,
                MAX_THREADS,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUE_CAPACITY),
                task -> {
                    Thread thread = new Thread(task, "plimsoll-prefetch");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public void accept(Runnable task) {
        threads.execute(task);
    }

    /** Drops waiting tasks, and interrupts running ones. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
