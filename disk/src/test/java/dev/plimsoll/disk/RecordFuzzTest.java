package dev.plimsoll.disk;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Fuzzes records with untrusted bytes: each must be decoded or reported as damaged, without allocating more memory than
 * the record contains.
 */
class RecordFuzzTest {

    /** The offset of the checksum in a header. */
    private static final int CHECKSUM_OFFSET = 20;

    @FuzzTest
    void decodesAnyHeaderOrReportsDamage(byte[] data) {
        byte[] framed = withHeader(data);
        try {
            SnapshotHeader snapshotHeader = SnapshotHeader.decode(framed).header();
            assertThat(SnapshotHeader.decode(snapshotHeader.encode(7)).header()).isEqualTo(snapshotHeader);
        } catch (DamagedException damaged) {
            assertThat(damaged.getMessage()).isNotEmpty();
        }
    }

    /** Returns a snapshot header with these bytes after its checksum, and with a valid checksum. */
    private static byte[] withHeader(byte[] data) {
        byte[] header = new byte[CHECKSUM_OFFSET + 4 + data.length];
        System.arraycopy(data, 0, header, CHECKSUM_OFFSET + 4, data.length);
        CRC32C crc = new CRC32C();
        crc.update(header, 0, CHECKSUM_OFFSET);
        crc.update(data);
        ByteBuffer.wrap(header).putInt(CHECKSUM_OFFSET, (int) crc.getValue());
        return header;
    }

    @FuzzTest
    void decompressesAnyBlockOrReportsDamage(byte[] data) {
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
    void decompressesWhatItCompressed(byte[] data) throws DamagedException {
        byte[] compressed = new byte[Lz4.maxCompressedLength(data.length)];
        int length = new Lz4().compress(data, 0, data.length, compressed, 0);
        byte[] decompressed = new byte[data.length];
        if (length > 0) {
            Lz4.decompress(compressed, 0, length, decompressed, 0, decompressed.length);
            assertThat(decompressed).isEqualTo(data);
        }
    }
}
