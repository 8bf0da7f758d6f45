package dev.plimsoll.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotHeaderTest {

    private static final Duration TTL = Duration.ofHours(1);
    private static final SnapshotOrigin BY_CALLER = new SnapshotOrigin("ann", "crm", "list", "read", "5f");
    private static final SnapshotOrigin BY_ADDRESS =
            new SnapshotOrigin("anyone", "crm", "list", "read", "5f", "anyone at 10.0.0.1");

    @TempDir(factory = InMemoryTempDirFactory.class)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static byte[] encode(SnapshotOrigin origin) {
        return SnapshotHeader.of(request(origin, 10), new SnapshotId(1, 2), Instant.EPOCH)
                .encode(1_000);
    }

    private static SaveRequest request(SnapshotOrigin origin, int bytes) {
        return new SaveRequest(origin, Slice.of("notes"), List.of(Slice.of(new byte[bytes])), TTL, TTL);
    }

    private static int version(byte[] header) {
        return ByteBuffer.wrap(header).getInt(4);
    }

    @Test
    void keepsTheHolder() throws IOException {
        byte[] header = encode(BY_ADDRESS);
        assertThat(version(header)).isEqualTo(2);
        assertThat(SnapshotHeader.decode(header).header().origin()).isEqualTo(BY_ADDRESS);
    }

    /** Checks that a header without a holder is in the format that earlier versions of Plimsoll can read. */
    @Test
    void writesVersion1WithoutHolder() throws IOException {
        byte[] header = encode(BY_CALLER);
        assertThat(version(header)).isEqualTo(1);
        SnapshotOrigin origin = SnapshotHeader.decode(header).header().origin();
        assertThat(origin).isEqualTo(BY_CALLER);
        assertThat(origin.holder()).isEqualTo("ann");
    }

    private SnapshotStore open() {
        StoreLimits limits = new StoreLimits(1 << 20, 1 << 20, 20).withReserve();
        return DiskStore.open(folder.resolve("store"), limits, InstantSource.system(), new SecureRandom());
    }

    private static @Nullable Reason refusal(SnapshotStore store, SnapshotOrigin origin) {
        StoreException refused = catchThrowableOfType(StoreException.class, () -> store.save(request(origin, 10)));
        return refused == null ? null : refused.reason();
    }

    @Test
    void countsSharesByHolderAfterRestart() {
        SnapshotId id;
        try (SnapshotStore store = open()) {
            Snapshot snapshot = store.save(request(BY_ADDRESS, 10));
            id = snapshot.id();
            for (int i = 0; i < 17; i++) {
                assertThat(refusal(store, BY_ADDRESS)).isNull();
            }
            assertThat(refusal(store, BY_ADDRESS)).isEqualTo(Reason.CALLER_FULL);
        }
        try (SnapshotStore store = open()) {
            Snapshot found = store.find(id);
            assertThat(found).isNotNull();
            assertThat(found.origin()).isEqualTo(BY_ADDRESS);
            assertThat(refusal(store, BY_ADDRESS)).isEqualTo(Reason.CALLER_FULL);
            assertThat(refusal(store, BY_CALLER)).isNull();
        }
    }
}
