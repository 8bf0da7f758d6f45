package dev.plimsoll.gateway.proxy;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

/**
 * Threads for what is answered here, so that whoever reads from the client never waits for it to read from us. There are
 * none until there is work; a reader that hands over more than they can take waits.
 */
public final class WorkerPool implements AutoCloseable {

    private static final int MOST_WAITING = 1024;
    private static final int IDLE_SECONDS = 10;
    private static final String NAME = "plimsoll-worker-";

    private final ThreadPoolExecutor threads;
    private final AtomicInteger number = new AtomicInteger();

    /** For one conversation in a process of its own. */
    public WorkerPool(int most) {
        this(most, WorkerPool::platform);
    }

    /** For one of many conversations in a process. */
    public static WorkerPool virtual(int most) {
        return new WorkerPool(most, (work, name) -> Thread.ofVirtual().name(name).unstarted(work));
    }

    private WorkerPool(int most, BiFunction<Runnable, String, Thread> kind) {
        threads = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                work -> kind.apply(work, NAME + number.incrementAndGet()),
                WorkerPool::wait);
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread platform(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private static void wait(Runnable work, ThreadPoolExecutor full) {
        try {
            if (full.isShutdown() || !full.getQueue().offer(work, 1, TimeUnit.HOURS)) {
                throw new RejectedExecutionException("no more work is taken");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RejectedExecutionException("no more work is taken", e);
        }
    }

    /** Whether this is one of such threads. */
    static boolean isOne() {
        return Thread.currentThread().getName().startsWith(NAME);
    }

    void run(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            // the conversation is over: nobody waits for an answer
        }
    }

    /** Takes no more work and waits for what it has, but not longer than that. */
    public void finish(long millis) {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(Math.max(0, millis), TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
