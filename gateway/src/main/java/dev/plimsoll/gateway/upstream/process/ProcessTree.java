package dev.plimsoll.gateway.upstream.process;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Finds the descendants of processes. To find them, Java reads every process of the system. Therefore, callers that wait at
 * the same time share one scan: otherwise, the end of a thousand sessions would need a thousand times a thousand reads.
 */
public final class ProcessTree {

    private static final ProcessTree SYSTEM = new ProcessTree(ProcessTree::scanSystem);

    private final Supplier<Map<Long, List<ProcessHandle>>> scanner;
    private final AtomicLong requests = new AtomicLong();
    private long servedRequests;
    private Map<Long, List<ProcessHandle>> children = Map.of();

    /** Creates the tree. The scanner returns the children of each process that has some, by process ID. */
    ProcessTree(Supplier<Map<Long, List<ProcessHandle>>> scanner) {
        this.scanner = scanner;
    }

    /** Returns these processes and the descendants that they have now, each before its own descendants. */
    public static Set<ProcessHandle> withDescendants(Collection<ProcessHandle> processes) {
        return SYSTEM.find(processes);
    }

    /** Returns these processes and the descendants that a scan finds that begins during this call. */
    Set<ProcessHandle> find(Collection<ProcessHandle> processes) {
        Map<Long, List<ProcessHandle>> current = scan(requests.incrementAndGet());
        Set<ProcessHandle> found = new LinkedHashSet<>(processes);
        Deque<ProcessHandle> unvisited = new ArrayDeque<>(found);
        while (!unvisited.isEmpty()) {
            for (ProcessHandle child : current.getOrDefault(unvisited.remove().pid(), List.of())) {
                if (found.add(child)) {
                    unvisited.add(child);
                }
            }
        }
        return found;
    }

    /** Returns the number of calls until now. */
    long requests() {
        return requests.get();
    }

    /** Returns the result of a scan that began after this request was counted. */
    private synchronized Map<Long, List<ProcessHandle>> scan(long request) {
        if (servedRequests < request) {
            long served = requests.get();
            children = scanner.get();
            servedRequests = served;
        }
        return children;
    }

    private static Map<Long, List<ProcessHandle>> scanSystem() {
        Map<Long, List<ProcessHandle>> children = new HashMap<>();
        try (Stream<ProcessHandle> processes = ProcessHandle.allProcesses()) {
            processes.forEach(process -> process.parent()
                    .ifPresent(parent -> children.computeIfAbsent(parent.pid(), pid -> new ArrayList<>(1))
                            .add(process)));
        }
        return children;
    }
}
