package dev.plimsoll.disk;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the behavior that only this store has. {@link SpillingStoreContractTest} tests the behavior of all stores. */
class SpillingStoreTest {

    private static final int MB = 1 << 20;

    @TempDir(factory = InMemoryTempDirFactory.class)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path parent;

    private final FakeClock clock = new FakeClock();

    private Path folder() {
        return parent.resolve("data/spill");
    }

    private SpillingStore store(long memory, long spill) {
        return SpillingStore.create(
                new StoreLimits(memory, memory, 10_000), folder(), spill, clock, new SplittableRandom(1));
    }

    /** Creates a store with three megabytes of memory that uses this executor to free memory for the next result. */
    private SpillingStore storeWithExecutor(Executor executor) {
        return storeWithExecutor(3 * MB, executor);
    }

    private SpillingStore storeWithExecutor(long memory, Executor executor) {
        return SpillingStore.create(
                new StoreLimits(memory, memory, 10_000), folder(), 100 * MB, clock, new SplittableRandom(1), executor);
    }

    private String[] files() {
        return requireNonNull(folder().toFile().list());
    }

    /** Creates 1 MB of bytes that compress to slightly more than half a megabyte. */
    private static Slice megabyte(int number) {
        return Slice.of(Arrays.copyOf(Payloads.bytes(number, MB * 2).toByteArray(), MB));
    }

    private static SnapshotId save(SpillingStore store, int number) {
        return store.save(Payloads.request(Slice.of("" + number), megabyte(number)))
                .id();
    }

    @Test
    void createsNoFileBeforeItSpills() {
        try (SpillingStore store = store(3 * MB, 100 * MB)) {
            save(store, 1);
            save(store, 2);
            assertThat(folder()).doesNotExist();
            save(store, 3);
            assertThat(files()).hasSize(2);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void freesMemoryForTheNextResultInBackground() {
        List<Runnable> tasks = new ArrayList<>();
        try (SpillingStore store = storeWithExecutor(tasks::add)) {
            SnapshotId first = save(store, 1);
            assertThat(tasks).isEmpty();
            save(store, 2);
            assertThat(tasks).hasSize(1);
            assertThat(folder()).doesNotExist();
            tasks.remove(0).run();
            assertThat(files()).hasSize(2);
            save(store, 3);
            assertThat(tasks)
                    .as("a background task frees memory for a fourth snapshot")
                    .hasSize(1);
            assertThat(files())
                    .as("memory for the third snapshot was already free")
                    .hasSize(2);
            assertThat(requireNonNull(store.find(first)).segments().get(0).read(0, MB))
                    .isEqualTo(megabyte(1));
            save(store, 4);
            assertThat(files()).as("the next call ran the queued task").hasSize(3);
            tasks.remove(0).run();
            tasks.remove(0).run();
            assertThat(files()).hasSize(4);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void freesMemoryForTheLargestRecentResult() {
        List<Runnable> tasks = new ArrayList<>();
        try (SpillingStore store = storeWithExecutor(40 * MB, tasks::add)) {
            Slice large = Slice.of(new byte[2 * MB]);
            store.save(Payloads.request(Slice.of("large"), large));
            for (int i = 0; i < 60; i++) {
                save(store, i);
                while (!tasks.isEmpty()) {
                    tasks.remove(0).run();
                }
            }
            int fileCount = files().length;
            assertThat(fileCount).isPositive();
            store.save(Payloads.request(Slice.of("large again"), large));
            assertThat(files())
                    .as("memory for the next snapshot was already free")
                    .hasSize(fileCount);
        }
    }

    @Test
    void freesMemoryForTheLastResultIfTheDiskIsTooSmall() {
        StoreLimits memory = new StoreLimits(40 * MB, 40 * MB, 10_000);
        try (SpillingStore store =
                SpillingStore.create(memory, folder(), 3 * MB / 2, clock, new SplittableRandom(1), Runnable::run)) {
            for (int i = 0; i < 36; i++) {
                save(store, i);
            }
            store.save(Payloads.request(Slice.of("large"), Slice.of(new byte[5 * MB / 2])));
            assertThat(folder()).as("two snapshots would not fit on the disk").doesNotExist();
            save(store, 36);
            assertThat(files()).as("the lock file and one snapshot").hasSize(2);
        }
    }

    @Test
    void keepsASingleLargeResultInMemory() {
        try (SpillingStore store = storeWithExecutor(Runnable::run)) {
            store.save(Payloads.request(Slice.of("1"), Slice.of(new byte[2 * MB])));
            assertThat(folder()).doesNotExist();
        }
    }

    @Test
    void spillsOnDemandIfTheBackgroundTaskFails() {
        try (SpillingStore store = storeWithExecutor(task -> {
            throw new RejectedExecutionException();
        })) {
            for (int i = 0; i < 10; i++) {
                save(store, i);
            }
            assertThat(store.usage().snapshots()).isEqualTo(10);
            assertThat(files()).hasSizeGreaterThan(7);
        }
    }

    @Test
    void runsAQueuedTaskOnlyOnce() {
        List<Runnable> tasks = new ArrayList<>();
        try (SpillingStore store = storeWithExecutor(task -> {
            tasks.add(task);
            throw new OutOfMemoryError("unable to create native thread");
        })) {
            for (int i = 0; i < 6; i++) {
                save(store, i);
                tasks.forEach(Runnable::run);
            }
            assertThat(tasks).hasSize(5);
            assertThat(store.usage().snapshots()).isEqualTo(6);
            assertThat(files()).hasSize(6);
        }
    }

    @Test
    void closeDoesNotWaitForAQueuedTask() {
        List<Runnable> queuedTasks = new ArrayList<>();
        SpillingStore store = storeWithExecutor(queuedTasks::add);
        for (int i = 0; i < 5; i++) {
            save(store, i);
        }
        long start = System.nanoTime();
        store.close();
        // close waits up to 10 seconds for a running task
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
        queuedTasks.forEach(Runnable::run);
        assertThat(files()).isEmpty();
    }

    @Test
    void closeWaitsForTheRunningTask() throws Exception {
        for (int round = 0; round < 20; round++) {
            SpillingStore store = storeWithExecutor(ForkJoinPool.commonPool());
            for (int i = 0; i < 4; i++) {
                save(store, i);
            }
            store.close();
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void reads100MegabytesWithFourInMemory() {
        try (SpillingStore store = store(4 * MB, 200 * MB)) {
            List<SnapshotId> ids = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                ids.add(save(store, i));
                store.addView(ids.get(i), Slice.of("view " + i));
            }
            assertThat(files()).hasSizeGreaterThan(96);
            assertThat(store.usage().bytes()).isLessThan(80 * MB);
            for (int i = 0; i < 100; i++) {
                Slice bytes =
                        requireNonNull(store.find(ids.get(i))).segments().get(0).read(0, MB);
                assertThat(bytes.equals(megabyte(i))).isTrue();
                assertThat(store.findView(ids.get(i), 0)).isEqualTo(Slice.of("view " + i));
            }
        }
    }

    @Test
    void spillsTheLeastRecentlyUsed() throws IOException {
        try (SpillingStore store = store(3 * MB, 100 * MB)) {
            SnapshotId used = save(store, 1);
            SnapshotId unused = save(store, 2);
            clock.advance(Duration.ofMinutes(1));
            requireNonNull(store.find(used));
            save(store, 3);
            for (String name : files()) {
                Files.delete(folder().resolve(name));
            }
            assertThat(requireNonNull(store.find(used)).segments().get(0).read(0, 10))
                    .isEqualTo(megabyte(1).sub(0, 10));
            assertThatThrownBy(() ->
                            requireNonNull(store.find(unused)).segments().get(0).read(0, 10))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GONE));
        }
    }

    @Test
    void isFullWhenMemoryAndDiskAreFull() {
        try (SpillingStore store = store(3 * MB, 3 * MB)) {
            List<SnapshotId> stored = new ArrayList<>();
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 20; i++) {
                            stored.add(save(store, i));
                        }
                    })
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FULL));
            assertThat(stored).hasSizeBetween(5, 10);
            stored.forEach(id -> assertThat(store.find(id)).isNotNull());
            clock.advance(StoreLimits.PROTECTION_TIME);
            stored.add(save(store, 20));
            assertThat(store.find(stored.get(0))).isNull();
            assertThat(store.find(stored.get(stored.size() - 2))).isNotNull();
            assertThat(store.find(stored.get(stored.size() - 1))).isNotNull();
        }
    }

    @Test
    void writesResultsTooLargeForMemoryToDisk() {
        try (SpillingStore store = store(MB / 2, 10 * MB)) {
            SnapshotId id = save(store, 5);
            assertThat(requireNonNull(store.find(id)).segments().get(0).read(0, MB))
                    .isEqualTo(megabyte(5));
            store.remove(id);
            assertThat(store.usage().bytes()).isZero();
        }
    }

    @Test
    void keepsSnapshotsWhenItCannotSpill() throws IOException {
        Files.createDirectories(requireNonNull(folder().getParent()));
        Files.writeString(folder(), "not a folder");
        try (SpillingStore store = store(3 * MB, 100 * MB)) {
            List<SnapshotId> ids = List.of(save(store, 1), save(store, 2));
            assertThatThrownBy(() -> save(store, 3))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("not a folder");
            ids.forEach(id -> assertThat(store.find(id)).isNotNull());
            Files.delete(folder());
            SnapshotId third = save(store, 3);
            assertThat(store.find(third)).isNotNull();
            ids.forEach(id -> assertThat(store.find(id)).isNotNull());
        }
    }

    @Test
    void deletesFilesOfEndedProcesses() throws IOException {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("1-dead-2.lock"), "");
        Files.writeString(folder().resolve("1-dead-2.1.tmp"), "spilled");
        try (SpillingStore store = store(3 * MB, 100 * MB)) {
            save(store, 1);
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void rejectsANegativeSize() {
        assertThatThrownBy(() -> store(1, -1)).hasMessage("spillBytes: must not be negative, got -1");
    }

    @Test
    void describesItsSize() {
        try (SpillingStore store = store(256 * MB, 4096L * MB)) {
            assertThat(store.describe()).isEqualTo("memory, 256 MB, then disk, 4096 MB");
        }
    }
}
