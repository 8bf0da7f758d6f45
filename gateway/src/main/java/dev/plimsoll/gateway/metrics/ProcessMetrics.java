package dev.plimsoll.gateway.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;

/** Metrics of this process, queried only when they are read. */
final class ProcessMetrics {

    private static final double MILLIS = 1e3;
    private static final double NANOS = 1e9;

    private final MetricFamily heap;
    private final MetricFamily heapMost;
    private final MetricFamily threads;
    private final MetricFamily collected;
    private final MetricFamily collecting;
    private final MetricFamily processor;
    private final MetricFamily files;
    private final MetricFamily started;

    private ProcessMetrics(MetricRegistry metricRegistry) {
        heap = metricRegistry.gauge("plimsoll_jvm_heap_used_bytes", "Heap in use.");
        heapMost = metricRegistry.gauge("plimsoll_jvm_heap_max_bytes", "Maximum heap.");
        threads = metricRegistry.gauge("plimsoll_jvm_threads", "Platform threads.");
        collected = metricRegistry.counter("plimsoll_jvm_gc_collections_total", "Garbage collections.", "gc");
        collecting = metricRegistry.counter("plimsoll_jvm_gc_seconds_total", "Time spent in garbage collections.", "gc");
        processor = metricRegistry.counter("plimsoll_process_cpu_seconds_total", "Processor time.");
        files = metricRegistry.gauge("plimsoll_process_open_files", "Open files and connections.");
        started = metricRegistry.gauge("plimsoll_process_start_time_seconds", "Start time in seconds since 1970.");
    }

    static void watched(MetricRegistry metricRegistry) {
        metricRegistry.looking(new ProcessMetrics(metricRegistry)::look);
    }

    private void look() {
        MemoryUsage memory = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        heap.set(memory.getUsed());
        heapMost.set(memory.getMax());
        threads.set(ManagementFactory.getThreadMXBean().getThreadCount());
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
            collected.set(gc.getCollectionCount(), gc.getName());
            collecting.set(gc.getCollectionTime() / MILLIS, gc.getName());
        }
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        if (system instanceof UnixOperatingSystemMXBean unix) {
            files.set(unix.getOpenFileDescriptorCount());
            processor.set(unix.getProcessCpuTime() / NANOS);
        }
        started.set(ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS);
    }
}
