package dev.plimsoll.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes the metadata of snapshots, which other programs could have written to Redis. */
class SnapshotMetadataFuzzTest {

    @FuzzTest
    void anyBytesAreMetadataOrInvalid(byte[] data) {
        SnapshotMetadata snapshotMetadata = SnapshotMetadata.decode(data);
        if (snapshotMetadata != null) {
            assertThat(snapshotMetadata.bytes()).isNotNegative();
            assertThat(snapshotMetadata.chunkCount()).isNotNegative();
            assertThat(snapshotMetadata.lengths()).allMatch(length -> length >= 0);
            assertThat(SnapshotMetadata.decode(snapshotMetadata.encode())).isEqualTo(snapshotMetadata);
        }
    }
}
