package dev.plimsoll.gateway.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;

/** Metrics of this process, queried only when they are read. */
final class ProcessMetrics {

    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final MetricFamily heap;
    private final MetricFamily maxHeap;
    private final MetricFamily threads;
    private final MetricFamily gcCount;
    private final MetricFamily gcSeconds;
    private final MetricFamily cpuSeconds;
    private final MetricFamily files;
    private final MetricFamily startTime;

    private ProcessMetrics(MetricRegistry metricRegistry) {
        heap = metricRegistry.gauge("plimsoll_jvm_heap_used_bytes", "Heap in use.");
        maxHeap = metricRegistry.gauge("plimsoll_jvm_heap_max_bytes", "Maximum heap.");
        threads = metricRegistry.gauge("plimsoll_jvm_threads", "Platform threads.");
        gcCount = metricRegistry.counter("plimsoll_jvm_gc_collections_total", "Garbage collections.", "gc");
        gcSeconds = metricRegistry.counter("plimsoll_jvm_gc_seconds_total", "Time spent in garbage collections.", "gc");
        cpuSeconds = metricRegistry.counter("plimsoll_process_cpu_seconds_total", "Processor time.");
        files = metricRegistry.gauge("plimsoll_process_open_files", "Open files and connections.");
        startTime = metricRegistry.gauge("plimsoll_process_start_time_seconds", "Start time in seconds since 1970.");
    }

    static void register(MetricRegistry metricRegistry) {
        metricRegistry.updateBeforeRead(new ProcessMetrics(metricRegistry)::update);
    }

    private void update() {
        MemoryUsage memory = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        heap.set(memory.getUsed());
        maxHeap.set(memory.getMax());
        threads.set(ManagementFactory.getThreadMXBean().getThreadCount());
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
            gcCount.set(gc.getCollectionCount(), gc.getName());
            gcSeconds.set(gc.getCollectionTime() / MILLIS_PER_SECOND, gc.getName());
        }
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof UnixOperatingSystemMXBean unix) {
            files.set(unix.getOpenFileDescriptorCount());
            cpuSeconds.set(unix.getProcessCpuTime() / NANOS_PER_SECOND);
        }
        startTime.set(ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS_PER_SECOND);
    }
}
