package dev.plimsoll.gateway.work;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Builds indexes for ranked searches in the background, one after another on one thread, which ends after 10 idle
 * seconds. While 16 tasks wait, new tasks are dropped: the first search of the result then builds its index.
 * Thread-safe.
 */
public final class SearchIndexer implements Consumer<Runnable> {

    private static final SearchIndexer SHARED = new SearchIndexer();

    static final int QUEUE_CAPACITY = 16;

    private final ThreadPoolExecutor threads;

    SearchIndexer() {
        threads = new ThreadPoolExecutor(
                1,
                1,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUE_CAPACITY),
                task -> {
                    Thread thread = new Thread(task, "plimsoll-search-index");
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.DiscardPolicy());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns the indexer that all sessions of the process share. */
    public static SearchIndexer shared() {
        return SHARED;
    }

    @Override
    public void accept(Runnable task) {
        try {
            threads.execute(() -> runQuietly(task));
        } catch (OutOfMemoryError e) {
            // the JDK could not start the thread: the first search builds the index
        }
    }

    /** Runs a task. Ignores a failure: the first search builds the index again, and reports the failure. */
    private static void runQuietly(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // the first search fails in the same way
        }
    }
}
