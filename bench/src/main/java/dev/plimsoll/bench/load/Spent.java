package dev.plimsoll.bench.load;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.Map;

/**
 * Processor time and allocated memory of the calling thread and of the threads in the common pool, which run its parallel work.
 * Excludes threads that have ended in the meantime, the compiler, and the garbage collector.
 *
 * @param nanos processor time
 * @param bytes allocated memory
 */
public record Spent(long nanos, long bytes) {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String POOL = "ForkJoinPool.commonPool-worker";

    /** The start of a measurement. A thread that starts later is measured from its start. */
    public static final class Measurement {

        private final Map<Long, Spent> pool = pool();
        private final long bytes = THREADS.getCurrentThreadAllocatedBytes();
        private final long nanos = THREADS.getCurrentThreadCpuTime();

        public Spent spent() {
            long ownNanos = THREADS.getCurrentThreadCpuTime() - nanos;
            long ownBytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
            Spent sum = new Spent(ownNanos, ownBytes);
            for (Map.Entry<Long, Spent> entry : pool().entrySet()) {
                Spent before = pool.getOrDefault(entry.getKey(), new Spent(0, 0));
                Spent current = entry.getValue();
                sum = new Spent(sum.nanos + current.nanos - before.nanos, sum.bytes + current.bytes - before.bytes);
            }
            return sum;
        }
    }

    private static Map<Long, Spent> pool() {
        Map<Long, Spent> pool = new HashMap<>();
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(POOL)) {
                long id = thread.getThreadId();
                // the value is -1 for a thread that has just ended
                long nanos = Math.max(0, THREADS.getThreadCpuTime(id));
                pool.put(id, new Spent(nanos, Math.max(0, THREADS.getThreadAllocatedBytes(id))));
            }
        }
        return pool;
    }
}
