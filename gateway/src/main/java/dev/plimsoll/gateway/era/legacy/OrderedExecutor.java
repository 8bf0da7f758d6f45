package dev.plimsoll.gateway.era.legacy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one after another, in the order of their submission, on another thread. It holds a thread only while there
 * are tasks.
 */
final class OrderedExecutor implements Executor {

    private final Queue<Runnable> tasks = new ArrayDeque<>(1);
    private boolean isRunning;

    /** Submits a task. Does not block. */
    @Override
    public synchronized void execute(Runnable task) {
        tasks.add(task);
        if (!isRunning) {
            isRunning = true;
            Thread.startVirtualThread(this::runTasks);
        }
    }

    private void runTasks() {
        boolean isEmpty = false;
        try {
            for (Runnable task = next(); task != null; task = next()) {
                task.run();
            }
            isEmpty = true;
        } finally {
            if (!isEmpty) {
                // a task has failed, which must not stop the tasks after it
                Thread.startVirtualThread(this::runTasks);
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable task = tasks.poll();
        isRunning = task != null;
        return task;
    }
}
