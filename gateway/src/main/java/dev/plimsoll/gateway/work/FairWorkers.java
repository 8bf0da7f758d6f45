package dev.plimsoll.gateway.work;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.query.QueryLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs heavy work on a few platform threads, so that small calls on virtual threads do not wait for a processor. Each
 * caller has a queue. The callers take turns: in its turn, a caller starts as many tasks as its weight. One caller
 * never uses all threads, so a task of another caller starts immediately or after one other task. Callers also share
 * the memory for results that wait or are being processed.
 */
public final class FairWorkers implements HeavyWork {

    private static final int MIN_THREADS = 2;
    private static final int HEAP_DIVISOR = 2;

    /**
     * Maximum number of bytes on the heap for each byte that the memory limit of a query counts. Sorted numbers need the
     * most.
     */
    private static final int BYTES_PER_METERED_BYTE = 8;

    private static final Duration MAX_WAIT = Duration.ofSeconds(10);
    private static final Duration FOREVER = Duration.ofDays(365);
    private static final int MAX_WAITING_PER_CALLER = 64;
    private static final long IDLE_MILLIS = 10_000;

    /** Stack size of a thread, sufficient for the maximum depth of queries. */
    private static final long STACK_BYTES = 4L << 20;

    private final int maxThreads;
    private final Duration maxWait;
    private final FairPool memory;
    private final ToIntFunction<String> weights;
    private final Object lock = new Object();

    /** Queues by caller. The first caller has the next turn. */
    private final Map<String, CallerQueue> queues = new LinkedHashMap<>();

    private int threads;

    /**
     * Creates workers.
     *
     * @param maxBytes the maximum size of all results together that wait or are being processed
     * @param weights the weight of each caller
     */
    FairWorkers(int maxThreads, long maxBytes, Duration maxWait, ToIntFunction<String> weights) {
        this.memory = new FairPool("largeResults", maxBytes, weights);
        this.weights = weights;
        this.maxThreads = maxThreads;
        this.maxWait = maxWait;
    }

    /** Creates workers with as many threads as there are processors, at least two, and half of the heap for results. */
    public static FairWorkers create(ToIntFunction<String> weights) {
        Runtime runtime = Runtime.getRuntime();
        return new FairWorkers(
                Math.max(MIN_THREADS, runtime.availableProcessors()),
                runtime.maxMemory() / HEAP_DIVISOR,
                MAX_WAIT,
                weights);
    }

    /**
     * Creates workers for a process in which other work uses half of the heap. The number of threads is limited so that
     * the values of all running queries fit into the other half. The results may take a quarter of the heap.
     */
    public static FairWorkers createForHalfOfHeap() {
        Runtime runtime = Runtime.getRuntime();
        long halfOfHeap = runtime.maxMemory() / HEAP_DIVISOR;
        long threads = Math.min(
                runtime.availableProcessors(), halfOfHeap / (BYTES_PER_METERED_BYTE * QueryLimits.DEFAULT.memory()));
        return new FairWorkers((int) Math.max(MIN_THREADS, threads), halfOfHeap / 2, MAX_WAIT, session -> 1);
    }

    /** Returns the usage of the memory for large results. */
    public PoolUsage usage() {
        return memory.usage();
    }

    @Override
    public void run(String caller, long bytes, Runnable work) {
        if (Thread.currentThread() instanceof Worker) {
            work.run();
            return;
        }
        try {
            memory.take(caller, bytes);
        } catch (BusyException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
        try {
            runInTurn(caller, work);
        } finally {
            memory.release(caller, bytes);
        }
    }

    private void runInTurn(String caller, Runnable work) {
        Task task = new Task(work);
        add(caller, task);
        if (!task.awaitStart(maxWait) && removeIfWaiting(caller, task)) {
            throw refused("it waited " + maxWait.toSeconds() + " s for its turn");
        }
        task.awaitEnd();
    }

    private void add(String caller, Task task) {
        synchronized (lock) {
            CallerQueue queue = queues.computeIfAbsent(caller, name -> new CallerQueue());
            if (queue.waiting.size() >= MAX_WAITING_PER_CALLER) {
                throw refused(
                        MAX_WAITING_PER_CALLER + " of your large results, queries, and searches are already waiting");
            }
            queue.waiting.add(task);
            if (threads == maxThreads) {
                lock.notifyAll();
            } else {
                threads++;
                new Worker(this::runTasks, threads).start();
            }
        }
    }

    private static RefusedException refused(String problem) {
        return new RefusedException(ErrorCode.QUERY_LIMIT, problem, "make fewer calls at a time");
    }

    /** Removes a task from its queue. Returns false if it has already started. */
    private boolean removeIfWaiting(String caller, Task task) {
        synchronized (lock) {
            CallerQueue queue = queues.get(caller);
            if (queue == null || !queue.waiting.remove(task)) {
                return false;
            }
            removeIfEmpty(caller, queue);
            return true;
        }
    }

    /** Returns the number of tasks that have not started. */
    int waitingCount() {
        synchronized (lock) {
            return queues.values().stream()
                    .mapToInt(queue -> queue.waiting.size())
                    .sum();
        }
    }

    private void runTasks() {
        StartedTask startedTask = nextTask(null);
        while (startedTask != null) {
            startedTask.task.run();
            startedTask = nextTask(startedTask);
        }
    }

    /** Records the end of a task, and waits for the next task. Returns null if the thread must end. */
    private @Nullable StartedTask nextTask(@Nullable StartedTask finished) {
        synchronized (lock) {
            if (finished != null) {
                finished.queue.running--;
                removeIfEmpty(finished.caller, finished.queue);
            }
            long idleStartNanos = System.nanoTime();
            while (true) {
                StartedTask startedTask = takeTask();
                if (startedTask != null) {
                    return startedTask;
                }
                long idleMillis =
                        Duration.ofNanos(System.nanoTime() - idleStartNanos).toMillis();
                if (idleMillis >= IDLE_MILLIS) {
                    threads--;
                    return null;
                }
                try {
                    lock.wait(IDLE_MILLIS - idleMillis);
                } catch (InterruptedException e) {
                    // a task has interrupted its own thread: ignored
                }
            }
        }
    }

    /**
     * Takes the next task of the first caller that may start one; null if there is none.
     */
    private @Nullable StartedTask takeTask() {
        for (Map.Entry<String, CallerQueue> entry : queues.entrySet()) {
            String caller = entry.getKey();
            CallerQueue queue = entry.getValue();
            Task task = queue.running < maxThreads - 1 ? queue.waiting.poll() : null;
            if (task != null) {
                countTask(caller, queue);
                queue.running++;
                task.markStarted();
                return new StartedTask(caller, queue, task);
            }
        }
        return null;
    }

    /** Counts a task of a caller, and moves the caller behind the other callers when its turn is over. */
    private void countTask(String caller, CallerQueue queue) {
        queue.tasksInTurn++;
        if (queue.tasksInTurn >= weights.applyAsInt(caller)) {
            queue.tasksInTurn = 0;
            queues.remove(caller);
            queues.put(caller, queue);
        }
    }

    private void removeIfEmpty(String caller, CallerQueue queue) {
        if (queue.running == 0 && queue.waiting.isEmpty()) {
            queues.remove(caller);
        }
    }

    /** Thread for heavy work. Heavy work that a task starts runs on the same thread. */
    private static final class Worker extends Thread {

        Worker(Runnable work, int number) {
            super(null, work, "plimsoll-worker-" + number, STACK_BYTES);
            setDaemon(true);
        }
    }

    private static final class CallerQueue {
        final Deque<Task> waiting = new ArrayDeque<>();
        int running;
        int tasksInTurn;
    }

    /** A task that a thread has taken from the queue of a caller. */
    private record StartedTask(String caller, CallerQueue queue, Task task) {}

    /** Work for which a caller waits. An interrupt does not end the wait, because each task has its own limits. */
    private static final class Task {

        private final Runnable work;
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile @Nullable Throwable failure;

        Task(Runnable work) {
            this.work = work;
        }

        void markStarted() {
            started.countDown();
        }

        void run() {
            try {
                work.run();
            } catch (Throwable e) {
                // rethrown to the caller, even an error such as OutOfMemoryError
                failure = e;
            } finally {
                done.countDown();
            }
        }

        /** Waits up to this time for the start of the task. Returns whether it has started. */
        boolean awaitStart(Duration time) {
            return await(started, time);
        }

        /** Waits for the end of the task. Rethrows what it has thrown. */
        void awaitEnd() {
            boolean isDone = await(done, FOREVER);
            Throwable thrown = failure;
            if (thrown instanceof RuntimeException exception) {
                throw exception;
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            if (!isDone) {
                throw new IllegalStateException("the work did not end");
            }
        }

        private static boolean await(CountDownLatch latch, Duration time) {
            long deadlineNanos = System.nanoTime() + time.toNanos();
            boolean isInterrupted = false;
            try {
                while (true) {
                    try {
                        return latch.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                    } catch (InterruptedException e) {
                        isInterrupted = true;
                    }
                }
            } finally {
                if (isInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
