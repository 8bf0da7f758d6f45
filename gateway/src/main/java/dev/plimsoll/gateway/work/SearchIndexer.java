package dev.plimsoll.gateway.work;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs the tasks that build indexes for ranked searches, one after another, on one thread of the process, which ends after 10 idle
 * seconds. Drops new tasks while 16 tasks wait: the first search of such a result builds its index. Thread-safe.
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

    /** Runs a task. If it fails, the first search builds the index, and reports its failure. */
    private static void runQuietly(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // see above
        }
    }
}
