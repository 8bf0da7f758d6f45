package dev.plimsoll.testkit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a thousand tasks on one store concurrently. Each task checks its own results, and a final check covers all of
 * them.
 */
final class StoreStressCheck {

    private static final int TASKS = 1_000;
    private static final int ROUNDS = 10;
    private static final int THREADS = 32;
    private static final Duration TTL = Duration.ofMinutes(15);
    private static final Duration MAX_TTL = Duration.ofMinutes(40);

    private final List<Slice> payloads =
            IntStream.range(0, TASKS).mapToObj(StoreStressCheck::payload).toList();
    private final SnapshotStore store;

    StoreStressCheck(SnapshotStore store) {
        this.store = store;
    }

    void checkWritesReadsAndDeletes() throws Exception {
        long empty = store.usage().bytes();
        Map<SnapshotId, Integer> stored = new ConcurrentHashMap<>();
        run(task -> {
            for (int round = 0; round < ROUNDS; round++) {
                SnapshotId id = save("caller " + task % 7, task).id();
                assertContent(store.find(id), task);
                int number = store.addView(id, Slice.of("view " + task));
                assertThat(store.findView(id, number)).isEqualTo(Slice.of("view " + task));
                if (round > 0) {
                    store.remove(id);
                    assertThat(store.find(id)).isNull();
                } else {
                    stored.put(id, task);
                }
            }
        });
        assertThat(store.usage().snapshots()).isEqualTo(TASKS).isEqualTo(stored.size());
        stored.forEach((id, task) -> assertContent(store.find(id), task));
        stored.keySet().forEach(store::remove);
        assertThat(store.usage().bytes()).isEqualTo(empty);
    }

    void checkViewNumbers() throws Exception {
        int views = 50;
        SnapshotId id = save("ann", 0).id();
        Map<String, Integer> numbers = new ConcurrentHashMap<>();
        run(task -> {
            List<Integer> order = IntStream.range(0, views).boxed().collect(Collectors.toList());
            Collections.shuffle(order, new Random(task));
            for (int i : order) {
                int number = store.addView(id, Slice.of("view " + i));
                assertThat(numbers.computeIfAbsent("view " + i, key -> number)).isEqualTo(number);
                assertThat(store.findView(id, number)).isEqualTo(Slice.of("view " + i));
            }
        });
        assertThat(numbers.values())
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, views).boxed().toList());
    }

    /**
     * Checks that concurrent writes stay within the limits. The clock stands still, so nothing is old enough to be
     * evicted: each snapshot is either stored and stays, or is refused.
     */
    void checkLimits(long maxBytesPerCaller) throws Exception {
        Map<SnapshotId, Integer> stored = new ConcurrentHashMap<>();
        Queue<Reason> refusals = new ConcurrentLinkedQueue<>();
        run(task -> {
            try {
                SnapshotId id = save("caller " + task % 10, task).id();
                assertContent(store.find(id), task);
                stored.put(id, task);
            } catch (StoreException e) {
                refusals.add(e.reason());
            }
            assertThat(store.usage().bytes()).isLessThanOrEqualTo(store.usage().maxBytes());
        });
        assertThat(refusals).isNotEmpty().isSubsetOf(Reason.FULL, Reason.CALLER_FULL);
        assertThat(stored).hasSize(TASKS - refusals.size()).isNotEmpty();
        assertThat(store.usage().snapshots()).isEqualTo(stored.size());
        stored.forEach((id, task) -> assertContent(store.find(id), task));
        Map<Integer, Long> shares = stored.values().stream()
                .collect(Collectors.groupingBy(
                        task -> task % 10,
                        Collectors.summingLong(task -> payloads.get(task).length())));
        assertThat(shares.values()).allMatch(share -> share <= maxBytesPerCaller);
    }

    /** Checks that tasks find no expired snapshot and miss no valid one while other tasks advance the clock. */
    void checkExpiry(FakeClock clock) throws Exception {
        run(task -> {
            if (task % 4 == 0) {
                clock.advance(Duration.ofMinutes(1));
            }
            Snapshot stored = save("ann", task);
            Instant firstEnd = stored.takenAt().plus(TTL);
            Instant lastEnd = stored.takenAt().plus(MAX_TTL);
            for (int i = 0; i < 5; i++) {
                Instant before = clock.instant();
                boolean isFound = hasContent(store.find(stored.id()), task);
                if (isFound) {
                    assertThat(before).isBefore(lastEnd);
                } else {
                    assertThat(clock.instant()).isAfterOrEqualTo(firstEnd);
                }
            }
        });
        clock.advance(MAX_TTL);
        assertThat(store.usage().snapshots()).isZero();
    }

    private Snapshot save(String caller, int task) {
        SnapshotOrigin snapshotOrigin = new SnapshotOrigin(caller, "server", "tool", "", "");
        return store.save(
                new SaveRequest(snapshotOrigin, Slice.of("" + task), List.of(payloads.get(task)), TTL, MAX_TTL));
    }

    private static Slice payload(int task) {
        Random random = new Random(task);
        byte[] bytes = new byte[random.nextInt(2_000)];
        random.nextBytes(bytes);
        return Slice.of(bytes);
    }

    private void assertContent(@Nullable Snapshot found, int task) {
        Snapshot snapshot = requireNonNull(found, "must be found");
        Slice payload = payloads.get(task);
        assertThat(snapshot.notes()).isEqualTo(Slice.of("" + task));
        assertThat(snapshot.segments().get(0).read(0, payload.length())).isEqualTo(payload);
    }

    /** Returns whether the snapshot exists and can be read. It may disappear between the two steps. */
    private boolean hasContent(@Nullable Snapshot found, int task) {
        if (found == null) {
            return false;
        }
        try {
            assertContent(found, task);
            return true;
        } catch (StoreException e) {
            assertThat(e.reason()).isEqualTo(Reason.GONE);
            return false;
        }
    }

    private static void run(IntConsumer task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < TASKS; i++) {
                int number = i;
                running.add(threads.submit(() -> {
                    start.await();
                    task.accept(number);
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> future : running) {
                future.get(1, TimeUnit.MINUTES); // fails if the store hangs
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
