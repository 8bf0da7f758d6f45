package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.List;
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

    private static final int BUFFER = 1 << 18;

    private final RandomAccessFile out;
    private final long most;
    private final Lz4 lz4 = new Lz4();
    private final byte[] buffer = new byte[BUFFER];
    private int buffered;
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
    static long bound(Head head) {
        long bytes = head.lengths().stream().mapToLong(Integer::longValue).sum();
        return head.encodedLength() + tableBytes(head.lengths()) + bytes;
    }

    /** Fills an empty file, at most {@code most} bytes of it, and waits for the disk if {@code lasting}; its length. */
    static long write(File file, Head head, List<Slice> segments, long most, boolean lasting) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
            long bytes = new BlockWriter(out, most).write(head, segments);
            if (lasting) {
                out.getFD().sync();
            }
            return bytes;
        }
    }

    private long write(Head head, List<Slice> segments) throws IOException {
        int headBytes = head.encodedLength();
        ByteBuffer table = ByteBuffer.allocate(tableBytes(head.lengths()));
        written = headBytes + (long) table.capacity();
        out.seek(written);
        for (Slice segment : segments) {
            for (int from = 0; from < segment.length(); from += BLOCK) {
                block(segment.sub(from, Math.min(from + BLOCK, segment.length())), table);
            }
        }
        flush();
        table.putInt(checksum(table.array(), 0, table.position()));
        ByteBuffer front = ByteBuffer.allocate(headBytes + table.capacity());
        front.put(head.encoded(written)).put(table.array());
        out.seek(0);
        out.write(front.array());
        return written;
    }

    private void block(Slice raw, ByteBuffer table) throws IOException {
        if (BUFFER - buffered < Lz4.bound(BLOCK)) {
            flush();
        }
        int length = lz4.compress(raw.bytes(), raw.from(), raw.to(), buffer, buffered) - buffered;
        if (length > raw.length() - raw.length() / 16) {
            length = raw.length(); // hardly smaller: it costs less to read as it is
            System.arraycopy(raw.bytes(), raw.from(), buffer, buffered, length);
        }
        table.putInt(length).putInt(checksum(buffer, buffered, length));
        buffered += length;
        written += length;
        if (written > most) {
            throw new TooLargeException();
        }
    }

    private void flush() throws IOException {
        out.write(buffer, 0, buffered);
        buffered = 0;
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
