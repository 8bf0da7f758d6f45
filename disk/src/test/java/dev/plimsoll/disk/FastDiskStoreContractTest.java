package dev.plimsoll.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.PersistentStoreContract;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the snapshots of a store that neither compresses nor syncs survive its process, and that a store that
 * does both can read them.
 */
class FastDiskStoreContractTest extends PersistentStoreContract {

    private static final StoreLimits LIMITS = new StoreLimits(16 << 20, 16 << 20, 100);

    @TempDir(factory = InMemoryTempDirFactory.class)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Override
    protected SnapshotStore store(StoreLimits storeLimits, InstantSource clock) {
        return DiskStore.openFast(folder.resolve("store"), storeLimits, clock, new SecureRandom(), warning -> {});
    }

    @Test
    void durableStoreReadsFilesOfAFastStore() {
        byte[] bytes = new byte[3 * BlockWriter.BLOCK_BYTES + 17];
        new SplittableRandom(5).nextBytes(bytes);
        Slice content = new Slice(bytes, 0, bytes.length);
        Snapshot saved = store(LIMITS, InstantSource.system())
                .save(new SaveRequest(
                        new SnapshotOrigin("caller", "server", "tool", "read", ""),
                        Slice.of("notes"),
                        List.of(content, content.sub(5, 9)),
                        Duration.ofMinutes(15),
                        Duration.ofHours(1)));

        Snapshot found = DiskStore.open(folder.resolve("store"), LIMITS, InstantSource.system(), new SecureRandom())
                .find(saved.id());

        assertThat(found).isNotNull();
        Segment firstSegment = found.segments().get(0);
        assertThat(firstSegment.read(0, firstSegment.length()).toByteArray()).isEqualTo(bytes);
        assertThat(firstSegment.read(70_000, 70_003).toByteArray())
                .containsExactly(bytes[70_000], bytes[70_001], bytes[70_002]);
        assertThat(found.segments().get(1).read(0, 4).toByteArray())
                .containsExactly(bytes[5], bytes[6], bytes[7], bytes[8]);
    }
}
