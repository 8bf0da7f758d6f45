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
 * Writes a snapshot's file: head, table, blocks. A block is 64 KB of a segment, compressed where that saves something; the table
 * has the length and the checksum of each, so that a page reads the blocks it lies in and no others.
 */
final class BlockWriter {

    /** Bytes of a segment in one block. */
    static final int BLOCK = 1 << 16;

    /** Length and checksum of one block in the table. */
    static final int ENTRY = 8;

    /** So many blocks are compressed before they are written, by as many threads as there are processors. */
    private static final int GROUP = 16;

    /** Fewer than these are done before others have begun. */
    private static final int FEW = 4;

    /** What a block may need in the buffer. */
    private static final int ROOM = Lz4.bound(BLOCK);

    private final RandomAccessFile out;
    private final long most;
    private byte[] buffer = new byte[0];
    private long written;

    private BlockWriter(RandomAccessFile out, long most) {
        this.out = out;
        this.most = most;
    }

    /** More than may be written. */
    static final class TooLargeException extends IOException {}

    static int blocks(int length) {
        return (int) ((length + (long) BLOCK - 1) / BLOCK);
    }

    /** Table and its checksum. */
    static int tableBytes(List<Integer> lengths) {
        return ENTRY * lengths.stream().mapToInt(BlockWriter::blocks).sum() + 4;
    }

    /** The most that a file can need. */
    static long bound(SnapshotHeader snapshotHeader) {
        long bytes = snapshotHeader.lengths().stream().mapToLong(Integer::longValue).sum();
        return snapshotHeader.encodedLength() + tableBytes(snapshotHeader.lengths()) + bytes;
    }

    /** Fills an empty file, at most {@code most} bytes of it, and waits for the disk if {@code lasting}; its length. */
    static long write(File file, SnapshotHeader snapshotHeader, List<Slice> segments, long most, boolean lasting) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
            long bytes = new BlockWriter(out, most).write(snapshotHeader, segments);
            if (lasting) {
                out.getFD().sync();
            }
            return bytes;
        }
    }

    private long write(SnapshotHeader snapshotHeader, List<Slice> segments) throws IOException {
        int headBytes = snapshotHeader.encodedLength();
        ByteBuffer table = ByteBuffer.allocate(tableBytes(snapshotHeader.lengths()));
        written = headBytes + (long) table.capacity();
        out.seek(written);
        for (Slice segment : segments) {
            for (int from = 0; from < segment.length(); from += GROUP * BLOCK) {
                group(segment.sub(from, Math.min(from + GROUP * BLOCK, segment.length())), table);
            }
        }
        table.putInt(checksum(table.array(), 0, table.position()));
        ByteBuffer front = ByteBuffer.allocate(headBytes + table.capacity());
        front.put(snapshotHeader.encoded(written)).put(table.array());
        out.seek(0);
        out.write(front.array());
        return written;
    }

    /** Compressed blocks, each where it has room for sure, their lengths and their checksums. */
    private record Group(byte[] target, int[] lengths, int[] sums) {}

    private void group(Slice raw, ByteBuffer table) throws IOException {
        int count = blocks(raw.length());
        Group group;
        try {
            group = compressed(raw, count, count > FEW);
        } catch (OutOfMemoryError e) {
            // perhaps there is no thread to be had; one that has begun may still write into the buffer
            buffer = new byte[0];
            group = compressed(raw, count, false);
        }
        byte[] target = group.target();
        int end = 0;
        for (int i = 0; i < count; i++) {
            int length = group.lengths()[i];
            table.putInt(length).putInt(group.sums()[i]);
            System.arraycopy(target, i * ROOM, target, end, length);
            end += length;
        }
        written += end;
        if (written > most) {
            throw new TooLargeException();
        }
        out.write(target, 0, end);
    }

    private Group compressed(Slice raw, int count, boolean shared) {
        if (buffer.length < count * ROOM) {
            buffer = new byte[count * ROOM];
        }
        Group group = new Group(buffer, new int[count], new int[count]);
        IntStream each = IntStream.range(0, count);
        (shared ? each.parallel() : each).forEach(i -> {
            Slice block = raw.sub(i * BLOCK, Math.min((i + 1) * BLOCK, raw.length()));
            int length = compressed(block, group.target, i * ROOM);
            group.lengths[i] = length;
            group.sums[i] = checksum(group.target, i * ROOM, length);
        });
        return group;
    }

    /** The length of what was written from {@code at} on. */
    private static int compressed(Slice raw, byte[] target, int at) {
        int length = new Lz4().compress(raw.bytes(), raw.from(), raw.to(), target, at) - at;
        if (length <= raw.length() - raw.length() / 16) {
            return length;
        }
        // hardly smaller: it costs less to read as it is
        System.arraycopy(raw.bytes(), raw.from(), target, at, raw.length());
        return raw.length();
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
