package dev.plimsoll.bench.load;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.Map;

/**
 * The processor time and allocated memory that the calling thread used, together with the threads of the common pool, which run
 * its parallel work. Threads that ended during the measurement, the compiler, and the garbage collector are not included.
 *
 * @param nanos processor time
 * @param bytes allocated memory
 */
public record ResourceUse(long nanos, long bytes) {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final String POOL_PREFIX = "ForkJoinPool.commonPool-worker";

    /** A running measurement. A thread that starts during the measurement is measured from its start. */
    public static final class Measurement {

        private final Map<Long, ResourceUse> poolAtStart = usedByPool();
        private final long bytes = THREADS.getCurrentThreadAllocatedBytes();
        private final long nanos = THREADS.getCurrentThreadCpuTime();

        public ResourceUse used() {
            long ownNanos = THREADS.getCurrentThreadCpuTime() - nanos;
            long ownBytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
            ResourceUse sum = new ResourceUse(ownNanos, ownBytes);
            for (Map.Entry<Long, ResourceUse> entry : usedByPool().entrySet()) {
                ResourceUse atStart = poolAtStart.getOrDefault(entry.getKey(), new ResourceUse(0, 0));
                ResourceUse atEnd = entry.getValue();
                sum = new ResourceUse(sum.nanos + atEnd.nanos - atStart.nanos, sum.bytes + atEnd.bytes - atStart.bytes);
            }
            return sum;
        }
    }

    private static Map<Long, ResourceUse> usedByPool() {
        Map<Long, ResourceUse> usedByThread = new HashMap<>();
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(POOL_PREFIX)) {
                long id = thread.getThreadId();
                // the value is -1 for a thread that has just ended
                long nanos = Math.max(0, THREADS.getThreadCpuTime(id));
                usedByThread.put(id, new ResourceUse(nanos, Math.max(0, THREADS.getThreadAllocatedBytes(id))));
            }
        }
        return usedByThread;
    }
}
