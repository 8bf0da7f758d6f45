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
 * Runs heavy work on a few platform threads, so that the virtual threads that serve small calls always find a
 * processor. Each caller has a queue, and the queues take turns, one after the other with as many tasks as its weight.
 * One caller cannot use all threads, however many calls it makes at a time, so that the work of another caller begins
 * at once or waits for one task. Callers also share the memory for results that wait or are being worked on.
 */
public final class FairWorkers implements HeavyWork {

    private static final int MIN_THREADS = 2;
    private static final int HEAP_DIVISOR = 2;

    /** Bytes on the heap for each byte that the limit of a query counts, in the worst case: sorted numbers. */
    private static final int BYTES_PER_METERED_BYTE = 8;

    private static final Duration MAX_WAIT = Duration.ofSeconds(10);
    private static final Duration FOREVER = Duration.ofDays(365);
    private static final int MAX_WAITING_PER_CALLER = 64;
    private static final long IDLE_MILLIS = 10_000;

    /** Enough for the depth that queries may have. */
    private static final long STACK_BYTES = 4L << 20;

    private final int maxThreads;
    private final Duration maxWait;
    private final FairPool memory;
    private final ToIntFunction<String> weights;
    private final Object lock = new Object();

    /** The queues by caller; the first one has the next turn. */
    private final Map<String, CallerQueue> queues = new LinkedHashMap<>();

    private int threads;

    /**
     * Creates workers.
     *
     * @param maxBytes the limit for the bytes of all results that wait or are being worked on
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
     * Creates workers for a process in which other work uses half of the heap: the values of all queries that run fit into the
     * other half.
     */
    public static FairWorkers createForHalf() {
        Runtime runtime = Runtime.getRuntime();
        long half = runtime.maxMemory() / HEAP_DIVISOR;
        long threads =
                Math.min(runtime.availableProcessors(), half / (BYTES_PER_METERED_BYTE * QueryLimits.DEFAULT.memory()));
        return new FairWorkers((int) Math.max(MIN_THREADS, threads), half / 2, MAX_WAIT, session -> 1);
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
        if (!task.awaitStart(maxWait) && withdraw(caller, task)) {
            throw refused("it waited " + maxWait.toSeconds() + " s for its turn");
        }
        task.awaitEnd();
    }

    private void add(String caller, Task task) {
        synchronized (lock) {
            CallerQueue queue = queues.computeIfAbsent(caller, name -> new CallerQueue());
            if (queue.waiting.size() >= MAX_WAITING_PER_CALLER) {
                throw refused(MAX_WAITING_PER_CALLER + " large results, queries, and searches of yours already wait");
            }
            queue.waiting.add(task);
            if (threads == maxThreads) {
                lock.notifyAll();
            } else {
                threads++;
                new Worker(this::work, threads).start();
            }
        }
    }

    private static RefusedException refused(String problem) {
        return new RefusedException(ErrorCode.QUERY_LIMIT, problem, "make fewer calls at a time");
    }

    /** Removes a task that has not started; returns whether it had not. */
    private boolean withdraw(String caller, Task task) {
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

    private void work() {
        Turn turn = next(null);
        while (turn != null) {
            turn.task.run();
            turn = next(turn);
        }
    }

    /** Ends a turn, and waits for the next one; returns null if the thread should end. */
    private @Nullable Turn next(@Nullable Turn last) {
        synchronized (lock) {
            if (last != null) {
                last.queue.running--;
                removeIfEmpty(last.caller, last.queue);
            }
            long idleSince = System.nanoTime();
            while (true) {
                Turn turn = take();
                if (turn != null) {
                    return turn;
                }
                long idleMillis =
                        Duration.ofNanos(System.nanoTime() - idleSince).toMillis();
                if (idleMillis >= IDLE_MILLIS) {
                    threads--;
                    return null;
                }
                try {
                    lock.wait(IDLE_MILLIS - idleMillis);
                } catch (InterruptedException e) {
                    // nobody interrupts these threads on purpose; a task may have done so
                }
            }
        }
    }

    /**
     * Takes the first task of the first caller that may run one more. A caller has as many tasks in a turn as its weight.
     */
    private @Nullable Turn take() {
        for (Map.Entry<String, CallerQueue> entry : queues.entrySet()) {
            String caller = entry.getKey();
            CallerQueue queue = entry.getValue();
            Task task = queue.running < maxThreads - 1 ? queue.waiting.poll() : null;
            if (task != null) {
                countTask(caller, queue);
                queue.running++;
                task.start();
                return new Turn(caller, queue, task);
            }
        }
        return null;
    }

    /** Counts a task of the caller, and moves it behind the others if its turn is over. */
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

    /** A thread that runs heavy work; what that work runs belongs to it. */
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

    private record Turn(String caller, CallerQueue queue, Task task) {}

    /** Work that a caller waits for. An interrupt does not end the wait, because a task limits itself. */
    private static final class Task {

        private final Runnable work;
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile @Nullable Throwable failure;

        Task(Runnable work) {
            this.work = work;
        }

        void start() {
            started.countDown();
        }

        void run() {
            try {
                work.run();
            } catch (Throwable e) {
                // the caller gets it, also an error such as OutOfMemoryError
                failure = e;
            } finally {
                done.countDown();
            }
        }

        /** Waits until the task starts, or for this time; returns whether it has started. */
        boolean awaitStart(Duration time) {
            return await(started, time);
        }

        /** Waits until the task is done; throws what it has thrown. */
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
            long deadline = System.nanoTime() + time.toNanos();
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return latch.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
