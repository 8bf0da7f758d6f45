package dev.plimsoll.disk;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Fuzzes records with untrusted bytes: each is decoded or reported as damaged, without allocating more memory than the record
 * contains.
 */
class RecordFuzzTest {

    private static final int CHECKSUM = 20;

    @FuzzTest
    void anyBytesAreAHeaderOrDamaged(byte[] data) {
        byte[] framed = framed(data);
        try {
            SnapshotHeader snapshotHeader = SnapshotHeader.decoded(framed).head();
            assertThat(SnapshotHeader.decoded(snapshotHeader.encoded(7)).head()).isEqualTo(snapshotHeader);
        } catch (DamagedException damaged) {
            assertThat(damaged.getMessage()).isNotEmpty();
        }
    }

    /** Adds a header with a valid checksum to these bytes. */
    private static byte[] framed(byte[] data) {
        byte[] head = new byte[CHECKSUM + 4 + data.length];
        System.arraycopy(data, 0, head, CHECKSUM + 4, data.length);
        CRC32C crc = new CRC32C();
        crc.update(head, 0, CHECKSUM);
        crc.update(data);
        ByteBuffer.wrap(head).putInt(CHECKSUM, (int) crc.getValue());
        return head;
    }

    @FuzzTest
    void anyBlockIsDecompressedOrDamaged(byte[] data) {
        byte[] out = new byte[300];
        Arrays.fill(out, 200, 300, (byte) 7);
        try {
            Lz4.decompress(data, 0, data.length, out, 0, 200);
        } catch (DamagedException damaged) {
            assertThat(damaged.getMessage()).isNotEmpty();
        }
        assertThat(Arrays.copyOfRange(out, 200, 300)).containsOnly(7);
    }

    @FuzzTest
    void compressedBytesAreDecompressed(byte[] data) throws DamagedException {
        byte[] packed = new byte[Lz4.bound(data.length)];
        int length = new Lz4().compress(data, 0, data.length, packed, 0);
        byte[] again = new byte[data.length];
        if (length > 0) {
            Lz4.decompress(packed, 0, length, again, 0, again.length);
            assertThat(again).isEqualTo(data);
        }
    }
}
