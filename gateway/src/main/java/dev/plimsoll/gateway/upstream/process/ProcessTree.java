package dev.plimsoll.gateway.upstream.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the descendants of processes. To find them, Java reads every process of the system. Therefore, callers that
 * wait at the same time share one scan: otherwise, the end of a thousand sessions would read a thousand processes a
 * thousand times.
 */
public final class ProcessTree {

    private static final ProcessTree SYSTEM = new ProcessTree(ProcessTree::scanDescendants);

    private final Supplier<Map<Long, List<ProcessHandle>>> scanner;
    /** Held during a scan, so that callers that come during it share the next one. */
    private final Object scanLock = new Object();
    /** Result of the next scan, which has not begun; null if no caller waits for it. */
    private @Nullable CompletableFuture<Map<Long, List<ProcessHandle>>> nextScan;

    /**
     * @param scanner returns the children of each descendant of this process, by the process ID of that
     *     descendant; descendants without children are left out
     */
    ProcessTree(Supplier<Map<Long, List<ProcessHandle>>> scanner) {
        this.scanner = scanner;
    }

    /** Returns these processes, which this process or its descendants have started, and their descendants. */
    public static Set<ProcessHandle> withDescendants(Collection<ProcessHandle> processes) {
        return SYSTEM.find(processes);
    }

    /** Returns these processes and their descendants, found by a scan that begins during this call. */
    Set<ProcessHandle> find(Collection<ProcessHandle> processes) {
        if (processes.isEmpty()) {
            return Set.of();
        }
        Map<Long, List<ProcessHandle>> children = scan();
        Set<ProcessHandle> foundProcesses = new LinkedHashSet<>(processes);
        Deque<ProcessHandle> unvisited = new ArrayDeque<>(foundProcesses);
        while (!unvisited.isEmpty()) {
            ProcessHandle process = unvisited.remove();
            for (ProcessHandle child : children.getOrDefault(process.pid(), List.of())) {
                if (foundProcesses.add(child)) {
                    unvisited.add(child);
                }
            }
        }
        addDescendantsOfOrphans(processes, children, foundProcesses);
        return foundProcesses;
    }

    /** Adds the descendants of processes whose parent has ended. They are no longer descendants of this process. */
    private static void addDescendantsOfOrphans(
            Collection<ProcessHandle> processes,
            Map<Long, List<ProcessHandle>> children,
            Set<ProcessHandle> foundProcesses) {
        Set<ProcessHandle> withParent = new HashSet<>();
        children.values().forEach(withParent::addAll);
        for (ProcessHandle process : processes) {
            if (process.isAlive() && !withParent.contains(process)) {
                try (Stream<ProcessHandle> descendants = process.descendants()) {
                    descendants.forEach(foundProcesses::add);
                }
            }
        }
    }

    /** Returns the result of a scan that begins during this call. The first caller that waits for it does the scan. */
    private Map<Long, List<ProcessHandle>> scan() {
        CompletableFuture<Map<Long, List<ProcessHandle>>> result;
        boolean isFirst;
        synchronized (this) {
            isFirst = nextScan == null;
            result = nextScan == null ? new CompletableFuture<>() : nextScan;
            nextScan = result;
        }
        if (isFirst) {
            synchronized (scanLock) {
                beginScan();
                try {
                    result.complete(scanner.get());
                } catch (RuntimeException e) {
                    result.completeExceptionally(e);
                }
            }
        }
        return result.join();
    }

    private synchronized void beginScan() {
        nextScan = null;
    }

    private static Map<Long, List<ProcessHandle>> scanDescendants() {
        Map<Long, List<ProcessHandle>> children = new HashMap<>();
        try (Stream<ProcessHandle> descendants = ProcessHandle.current().descendants()) {
            descendants.forEach(process -> process.parent()
                    .ifPresent(parent -> children.computeIfAbsent(parent.pid(), pid -> new ArrayList<>(1))
                            .add(process)));
        }
        return children;
    }
}
