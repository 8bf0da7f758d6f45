package dev.plimsoll.gateway.upstream.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class ProcessTreeTest {

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void findsTheDescendantsOfAProcess() throws Exception {
        // each shell waits for its child
        Process process = new ProcessBuilder("sh", "-c", "sh -c 'sleep 60; true'; true").start();
        Set<ProcessHandle> foundProcesses = Set.of();
        try {
            for (int i = 0; i < 200 && foundProcesses.size() < 3; i++) {
                foundProcesses = ProcessTree.withDescendants(Set.of(process.toHandle()));
                TimeUnit.MILLISECONDS.sleep(10);
            }
            assertThat(foundProcesses).hasSize(3).first().isEqualTo(process.toHandle());
            assertThat(foundProcesses).containsAll(process.descendants().toList());
        } finally {
            foundProcesses.forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void findsTheDescendantsOfAProcessWhoseParentHasEnded() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sh -c 'sleep 60; true' >/dev/null & echo $!").start();
        ProcessHandle orphan;
        try (BufferedReader output = parent.inputReader()) {
            orphan = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
        }
        assertThat(parent.waitFor(30, TimeUnit.SECONDS)).isTrue();
        Set<ProcessHandle> foundProcesses = Set.of(orphan);
        try {
            for (int i = 0; i < 200 && foundProcesses.size() < 2; i++) {
                foundProcesses = ProcessTree.withDescendants(Set.of(orphan));
                TimeUnit.MILLISECONDS.sleep(10);
            }
            assertThat(foundProcesses).hasSize(2).first().isEqualTo(orphan);
        } finally {
            foundProcesses.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void callersThatWaitShareAScan() throws Exception {
        AtomicInteger scans = new AtomicInteger();
        CountDownLatch firstScanBegan = new CountDownLatch(1);
        CountDownLatch othersWait = new CountDownLatch(1);
        ProcessTree processTree = new ProcessTree(() -> {
            if (scans.incrementAndGet() == 1) {
                firstScanBegan.countDown();
                await(othersWait);
            }
            return Map.of();
        });
        Set<ProcessHandle> processes = Set.of(endedProcess());
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Set<ProcessHandle>>> foundProcesses = new ArrayList<>();
            foundProcesses.add(callers.submit(() -> processTree.find(processes)));
            await(firstScanBegan);
            List<Thread> otherCallers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                FutureTask<Set<ProcessHandle>> task = new FutureTask<>(() -> processTree.find(processes));
                foundProcesses.add(task);
                otherCallers.add(Thread.ofPlatform().daemon().start(task));
            }
            while (otherCallers.stream().anyMatch(other -> !isWaiting(other))) {
                Thread.onSpinWait();
            }
            othersWait.countDown();
            for (Future<Set<ProcessHandle>> scanOfCaller : foundProcesses) {
                assertThat(scanOfCaller.get()).isEqualTo(processes);
            }
        }
        assertThat(scans)
                .as("the first, and one for all callers that came during it")
                .hasValue(2);
    }

    @Test
    void callsThatDoNotOverlapShareNoScan() throws Exception {
        AtomicInteger scans = new AtomicInteger();
        ProcessTree processTree = new ProcessTree(() -> {
            scans.incrementAndGet();
            return Map.of();
        });
        Set<ProcessHandle> processes = Set.of(endedProcess());
        processTree.find(processes);
        processTree.find(processes);
        assertThat(scans).hasValue(2);
    }

    @Test
    void emptySetNeedsNoScan() {
        ProcessTree processTree = new ProcessTree(() -> {
            throw new IllegalStateException("scanned");
        });
        assertThat(processTree.find(Set.of())).isEmpty();
    }

    private static ProcessHandle endedProcess() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.toHandle();
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.BLOCKED || thread.getState() == Thread.State.WAITING;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
