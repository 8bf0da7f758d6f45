package dev.plimsoll.gateway.proxy.request;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Threads that answer requests, so that the thread that reads from the client never waits for the client to
 * read. Threads start when needed. If the queue is full, the thread that submits work waits.
 */
public final class WorkerPool implements AutoCloseable {

    private static final int QUEUE_CAPACITY = 1024;
    private static final int IDLE_SECONDS = 10;

    /** Maximum bytes of all requests that wait or are being answered. A single request may be larger. */
    private static final long MAX_REQUEST_BYTES = 16L << 20;

    private static final long CHECK_MILLIS = 500;
    private static final String NAME_PREFIX = "plimsoll-worker-";
    private static final String CLOSED = "the worker pool is closed";

    private final int maxThreads;
    private final BiFunction<Runnable, String, Thread> threadFactory;
    private final AtomicInteger threadNumber = new AtomicInteger();
    private final Object executorLock = new Object();
    private final Object bytesLock = new Object();
    private volatile boolean isClosed;
    private @Nullable ThreadPoolExecutor executor;
    private long requestBytes;

    /** Creates a pool of platform threads, for a process with one session. */
    public WorkerPool(int maxThreads) {
        this(maxThreads, WorkerPool::platformThread);
    }

    /** Creates a pool of virtual threads, for a process with many sessions. */
    public static WorkerPool virtual(int maxThreads) {
        return new WorkerPool(
                maxThreads, (work, name) -> Thread.ofVirtual().name(name).unstarted(work));
    }

    private WorkerPool(int maxThreads, BiFunction<Runnable, String, Thread> threadFactory) {
        this.maxThreads = maxThreads;
        this.threadFactory = threadFactory;
    }

    /** Returns the executor. It is created when it is needed, because most sessions for a single request need none. */
    private ThreadPoolExecutor openExecutor() {
        synchronized (executorLock) {
            if (isClosed) {
                throw new RejectedExecutionException(CLOSED);
            }
            if (executor == null) {
                executor = createExecutor();
            }
            return executor;
        }
    }

    private ThreadPoolExecutor createExecutor() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                maxThreads,
                maxThreads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUE_CAPACITY),
                work -> threadFactory.apply(work, NAME_PREFIX + threadNumber.incrementAndGet()),
                WorkerPool::enqueueOrWait);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Makes the pool reject new work. Returns the executor, which is still running; null if there was no work. */
    private @Nullable ThreadPoolExecutor rejectNewWork() {
        synchronized (executorLock) {
            isClosed = true;
            return executor;
        }
    }

    private static Thread platformThread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private static void enqueueOrWait(Runnable work, ThreadPoolExecutor executor) {
        if (isWorkerThread() && !executor.isShutdown()) {
            // if all workers waited for space in the queue, none could make some
            work.run();
            return;
        }
        try {
            if (executor.isShutdown() || !executor.getQueue().offer(work, 1, TimeUnit.HOURS)) {
                throw new RejectedExecutionException(CLOSED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RejectedExecutionException(CLOSED, e);
        }
    }

    /** Returns whether the current thread is a worker. */
    public static boolean isWorkerThread() {
        return Thread.currentThread().getName().startsWith(NAME_PREFIX);
    }

    /** Runs the work on a worker thread. If the pool is closed, runs only work of its own threads. */
    public void run(Runnable work) {
        try {
            openExecutor().execute(work);
        } catch (RejectedExecutionException e) {
            // the session has ended, so no client waits for a response, except that a worker still answers its own
            // request
            if (isWorkerThread()) {
                work.run();
            }
        }
    }

    /**
     * Runs the work for a request on a worker thread, like {@link #run(Runnable)}. First waits until this
     * request and the unfinished earlier requests together have at most {@code MAX_REQUEST_BYTES}, or all earlier
     * requests are finished.
     *
     * @param bytes the size of the request
     */
    public void run(long bytes, Runnable work) {
        synchronized (bytesLock) {
            // a worker must not wait: if all workers waited, none could finish the earlier requests
            while (requestBytes > 0 && requestBytes + bytes > MAX_REQUEST_BYTES && !isClosed && !isWorkerThread()) {
                try {
                    bytesLock.wait(CHECK_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
            requestBytes += bytes;
        }
        run(() -> {
            try {
                work.run();
            } finally {
                release(bytes);
            }
        });
    }

    private void release(long bytes) {
        synchronized (bytesLock) {
            requestBytes -= bytes;
            bytesLock.notifyAll();
        }
    }

    /** Rejects new work and waits for the accepted work, at most the given time. */
    public void finish(long timeoutMillis) {
        ThreadPoolExecutor threads = rejectNewWork();
        if (threads == null) {
            return;
        }
        threads.shutdown();
        try {
            if (!threads.awaitTermination(Math.max(0, timeoutMillis), TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ThreadPoolExecutor threads = rejectNewWork();
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
