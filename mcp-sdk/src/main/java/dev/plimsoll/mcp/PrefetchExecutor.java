package dev.plimsoll.mcp;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Fetches pages ahead on a thread or two of its own, which end when there is nothing to do. What it has no room for it drops. */
final class PrefetchExecutor implements Consumer<Runnable>, AutoCloseable {

    private static final int THREADS = 2;
    private static final int WAITING = 64;

    private final ThreadPoolExecutor threads;

    PrefetchExecutor() {
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                task -> {
                    Thread thread = new Thread(task, "plimsoll-ahead");
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

    /** What waits is dropped, what runs is told to stop. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
