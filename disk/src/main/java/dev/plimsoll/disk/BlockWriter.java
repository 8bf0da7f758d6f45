package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * Writes a snapshot file: header, table, and blocks. A block is 64 KB of a segment. It is compressed if the mode requires it and this saves at least 1/16. The table has the length and the checksum of each block, so that a reader needs only the blocks of a page.
 */
final class BlockWriter {

    /** The uncompressed size of a block in bytes. */
    static final int BLOCK_BYTES = 1 << 16;

    /** The size of a table entry in bytes: length and checksum of a block. */
    static final int ENTRY_BYTES = 8;

    /**
     * The number of blocks in a group. The blocks of a group are compressed on all processors, and then written
     * together.
     */
    private static final int GROUP_BLOCKS = 16;

    /**
     * The maximum number of blocks that one thread compresses alone, because starting other threads takes longer.
     */
    private static final int MAX_SERIAL_BLOCKS = 4;

    /** The maximum number of bytes that a block can need in the buffer. */
    private static final int MAX_BLOCK_BYTES = Lz4.maxCompressedLength(BLOCK_BYTES);

    private final RandomAccessFile out;
    private final long maxBytes;
    private byte[] buffer = new byte[0];
    private long writtenBytes;

    private BlockWriter(RandomAccessFile out, long maxBytes) {
        this.out = out;
        this.maxBytes = maxBytes;
    }

    /** Exception that reports that the file would exceed its limit. */
    static final class TooLargeException extends IOException {}

    static int blockCount(int length) {
        return (int) ((length + (long) BLOCK_BYTES - 1) / BLOCK_BYTES);
    }

    /** Returns the size of the table with its checksum. */
    static int tableBytes(List<Integer> lengths) {
        return ENTRY_BYTES * lengths.stream().mapToInt(BlockWriter::blockCount).sum() + 4;
    }

    /** Returns the maximum number of bytes that the file can need. */
    static long maxFileBytes(SnapshotHeader snapshotHeader) {
        long bytes =
                snapshotHeader.lengths().stream().mapToLong(Integer::longValue).sum();
        return snapshotHeader.encodedLength() + tableBytes(snapshotHeader.lengths()) + bytes;
    }

    /** Writes at most {@code maxBytes} bytes to an empty file, and returns its length. */
    static long write(File file, SnapshotHeader snapshotHeader, List<Slice> segments, long maxBytes, WriteMode mode)
            throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
            long bytes = new BlockWriter(out, maxBytes).write(snapshotHeader, segments, mode);
            if (mode.isSynced()) {
                out.getFD().sync();
            }
            return bytes;
        }
    }

    private long write(SnapshotHeader snapshotHeader, List<Slice> segments, WriteMode mode) throws IOException {
        int headerBytes = snapshotHeader.encodedLength();
        ByteBuffer table = ByteBuffer.allocate(tableBytes(snapshotHeader.lengths()));
        writtenBytes = headerBytes + (long) table.capacity();
        out.seek(writtenBytes);
        for (Slice segment : segments) {
            for (int from = 0; from < segment.length(); from += GROUP_BLOCKS * BLOCK_BYTES) {
                Slice group = segment.sub(from, Math.min(from + GROUP_BLOCKS * BLOCK_BYTES, segment.length()));
                if (mode.isCompressed()) {
                    writeGroup(group, table);
                } else {
                    writePlainGroup(group, table);
                }
            }
        }
        table.putInt(checksum(table.array(), 0, table.position()));
        // the header and the table are written last, because they contain the lengths of the blocks
        ByteBuffer headerAndTable = ByteBuffer.allocate(headerBytes + table.capacity());
        headerAndTable.put(snapshotHeader.encode(writtenBytes)).put(table.array());
        out.seek(0);
        out.write(headerAndTable.array());
        return writtenBytes;
    }

    /** Blocks of a group, each in a range of the maximum size, with their lengths and checksums. */
    private record Group(byte[] target, int[] lengths, int[] checksums) {}

    private void writeGroup(Slice raw, ByteBuffer table) throws IOException {
        int count = blockCount(raw.length());
        Group group;
        try {
            group = compress(raw, count, count > MAX_SERIAL_BLOCKS);
        } catch (OutOfMemoryError e) {
            // probably a thread could not be created; the threads that have started may still write to the old buffer
            buffer = new byte[0];
            group = compress(raw, count, false);
        }
        byte[] target = group.target();
        int end = 0;
        for (int i = 0; i < count; i++) {
            int length = group.lengths()[i];
            table.putInt(length).putInt(group.checksums()[i]);
            System.arraycopy(target, i * MAX_BLOCK_BYTES, target, end, length);
            end += length;
        }
        writtenBytes += end;
        if (writtenBytes > maxBytes) {
            throw new TooLargeException();
        }
        out.write(target, 0, end);
    }

    private void writePlainGroup(Slice raw, ByteBuffer table) throws IOException {
        for (int from = 0; from < raw.length(); from += BLOCK_BYTES) {
            int length = Math.min(BLOCK_BYTES, raw.length() - from);
            table.putInt(length).putInt(checksum(raw.bytes(), raw.from() + from, length));
        }
        writtenBytes += raw.length();
        if (writtenBytes > maxBytes) {
            throw new TooLargeException();
        }
        out.write(raw.bytes(), raw.from(), raw.length());
    }

    private Group compress(Slice raw, int count, boolean isParallel) {
        if (buffer.length < count * MAX_BLOCK_BYTES) {
            buffer = new byte[count * MAX_BLOCK_BYTES];
        }
        Group group = new Group(buffer, new int[count], new int[count]);
        IntStream blockIndexes = IntStream.range(0, count);
        (isParallel ? blockIndexes.parallel() : blockIndexes).forEach(i -> {
            Slice block = raw.sub(i * BLOCK_BYTES, Math.min((i + 1) * BLOCK_BYTES, raw.length()));
            int length = compress(block, group.target, i * MAX_BLOCK_BYTES);
            group.lengths[i] = length;
            group.checksums[i] = checksum(group.target, i * MAX_BLOCK_BYTES, length);
        });
        return group;
    }

    /** Writes a block to {@code target} from {@code targetStart}, compressed or not, and returns its length. */
    private static int compress(Slice raw, byte[] target, int targetStart) {
        int length = new Lz4().compress(raw.bytes(), raw.from(), raw.to(), target, targetStart) - targetStart;
        if (length <= raw.length() - raw.length() / 16) {
            return length;
        }
        // savings of less than 1/16 are not worth the time to decompress
        System.arraycopy(raw.bytes(), raw.from(), target, targetStart, raw.length());
        return raw.length();
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
