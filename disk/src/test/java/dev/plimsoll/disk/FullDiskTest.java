package dev.plimsoll.disk;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests stores on a real disk of 2 MB. Runs only on machines where such a disk can be mounted. */
class FullDiskTest {

    private static final StoreLimits LARGE_LIMITS = new StoreLimits(64 << 20, 64 << 20, 1_000);
    private static final int SIZE = 400_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path disk;

    private final FakeClock clock = new FakeClock();
    private final SplittableRandom idGenerator = new SplittableRandom(1);
    private final byte[] content = new byte[SIZE];

    @BeforeEach
    void mount() throws Exception {
        new SplittableRandom(1).nextBytes(content);
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=2m", "plimsoll-test", disk.toString()));
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", disk.toString());
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private DiskStore openStore() {
        return DiskStore.open(disk.resolve("store"), LARGE_LIMITS, clock, idGenerator);
    }

    private SnapshotId save(SnapshotStore store) {
        return store.save(Payloads.request(Slice.of("n"), Slice.of(content))).id();
    }

    private StoreException saveUntilRefused(SnapshotStore store, List<SnapshotId> stored) {
        return requireNonNull(catchThrowableOfType(StoreException.class, () -> {
            for (int i = 0; i < 10; i++) {
                stored.add(save(store));
            }
        }));
    }

    private int countFiles(String suffix) {
        String[] names = requireNonNull(disk.resolve("store").toFile().list((dir, name) -> name.endsWith(suffix)));
        return names.length;
    }

    @Test
    void reportsFullDiskAndRecovers() {
        try (DiskStore store = openStore()) {
            List<SnapshotId> stored = new ArrayList<>();
            StoreException refused = saveUntilRefused(store, stored);
            assertThat(refused.reason()).isEqualTo(Reason.FULL);
            assertThat(refused).hasMessageContaining("no space is left").hasMessageContaining(disk.toString());
            assertThat(countFiles(".tmp")).isZero();
            assertThat(countFiles(".snap")).isEqualTo(stored.size()).isEqualTo(5);
            stored.forEach(id -> assertThat(store.find(id)).isNotNull());
            assertThat(store.diagnose()).isEqualTo(refused.getMessage());
            store.remove(stored.get(0));
            assertThat(store.diagnose()).isNull();
            SnapshotId id = save(store);
            assertThat(requireNonNull(store.find(id)).segments().get(0).read(0, SIZE))
                    .isEqualTo(Slice.of(content));
        }
    }

    @Test
    void evictsIdleSnapshotsOnAFullDisk() {
        try (DiskStore store = openStore()) {
            List<SnapshotId> stored = new ArrayList<>();
            saveUntilRefused(store, stored);
            clock.advance(Duration.ofMinutes(1));
            assertThat(store.find(stored.get(0))).isNotNull();
            clock.advance(StoreLimits.PROTECTION_TIME.minus(Duration.ofMinutes(1)));
            assertThat(store.find(save(store))).isNotNull();
            assertThat(store.find(stored.get(0))).isNotNull();
            assertThat(store.find(stored.get(1))).isNull();
        }
    }

    @Test
    void addsNoViewIfTheWriteFails() {
        try (DiskStore store = openStore()) {
            SnapshotId id = save(store);
            int views = 0;
            StoreException viewError = null;
            while (viewError == null) {
                Slice view = Slice.of(("view " + views).repeat(20_000));
                int number = views;
                viewError = catchThrowableOfType(
                        StoreException.class,
                        () -> assertThat(store.addView(id, view)).isEqualTo(number));
                views++;
                if (views % 2 == 0) {
                    var saveError = catchThrowableOfType(StoreException.class, () -> save(store));
                    assertThat(saveError == null || saveError.reason() == Reason.FULL)
                            .isTrue();
                }
            }
            assertThat(viewError.reason()).isIn(Reason.FULL, Reason.VIEWS_FULL);
            for (int i = 0; i < views - 1; i++) {
                assertThat(store.findView(id, i)).isEqualTo(Slice.of(("view " + i).repeat(20_000)));
            }
            assertThat(store.findView(id, views - 1)).isNull();
        }
    }

    @Test
    void readsFromReadOnlyDisk() throws Exception {
        SnapshotId id;
        try (DiskStore store = openStore()) {
            id = save(store);
        }
        assumeTrue(run("mount", "-o", "remount,ro", disk.toString()));
        try (DiskStore store = openStore()) {
            StoreException refused = requireNonNull(catchThrowableOfType(StoreException.class, () -> save(store)));
            assertThat(refused.reason()).isEqualTo(Reason.FAILED);
            assertThat(refused).hasMessageContaining("read-only");
            assertThat(store.diagnose()).isEqualTo(refused.getMessage());
            assertThat(requireNonNull(store.find(id)).segments().get(0).read(5, 10))
                    .isEqualTo(Slice.of(content).sub(5, 10));
            assumeTrue(run("mount", "-o", "remount,rw", disk.toString()));
            assertThat(store.diagnose()).isNull();
            assertThat(store.find(save(store))).isNotNull();
        }
    }

    @Test
    void keepsSnapshotsInMemoryIfSpillingFails() {
        StoreLimits memory = new StoreLimits(1_000_000, 1_000_000, 1_000);
        try (SpillingStore store =
                SpillingStore.create(memory, disk.resolve("spill"), 64 << 20, clock, new SplittableRandom(1))) {
            List<SnapshotId> stored = new ArrayList<>();
            StoreException refused = saveUntilRefused(store, stored);
            assertThat(refused.reason()).isEqualTo(Reason.FULL);
            assertThat(refused).hasMessageContaining("no space is left");
            assertThat(stored).hasSize(7);
            for (SnapshotId id : stored) {
                assertThat(requireNonNull(store.find(id)).segments().get(0).read(0, SIZE))
                        .isEqualTo(Slice.of(content));
            }
            store.remove(stored.get(0));
            assertThat(store.find(save(store))).isNotNull();
        }
    }
}
