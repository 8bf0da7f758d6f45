package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Segment;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot file that is read in ranges. Each read opens the file, which takes a tenth of the time of
 * reading a page. So the store need not track open files, and the interruption of one thread cannot
 * close the file for other threads. Thread-safe.
 */
final class BlockFile {

    /** The maximum number of stored bytes in one read. */
    private static final int MAX_READ_BYTES = 1 << 20;

    private final File file;
    private final SnapshotHeader snapshotHeader;
    private final int headerBytes;
    private final Runnable onDamaged;
    private volatile @Nullable Table table;

    /**
     * Creates a reader of a file whose header is known.
     *
     * @param onDamaged called if a part of the file fails verification
     */
    BlockFile(File file, SnapshotHeader.StoredHeader storedHeader, Runnable onDamaged) {
        this.file = file;
        this.snapshotHeader = storedHeader.header();
        this.headerBytes = storedHeader.headerBytes();
        this.onDamaged = onDamaged;
    }

    SnapshotHeader header() {
        return snapshotHeader;
    }

    File file() {
        return file;
    }

    Snapshot snapshot() {
        List<Segment> segments = new ArrayList<>();
        int firstBlock = 0;
        for (int length : snapshotHeader.lengths()) {
            segments.add(new BlockSegment(firstBlock, length));
            firstBlock += BlockWriter.blockCount(length);
        }
        return new Snapshot(
                snapshotHeader.id(),
                snapshotHeader.origin(),
                snapshotHeader.takenAt(),
                snapshotHeader.notes(),
                segments);
    }

    /** The start offset of each block in the file and the end of the last one, with the checksums. */
    private record Table(long[] starts, int[] checksums) {}

    private Slice read(int firstBlock, int length, int from, int to) {
        Objects.checkFromToIndex(from, to, length);
        byte[] out = new byte[to - from];
        if (out.length > 0) {
            try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
                new RangeReader(in, loadTable(in), firstBlock, length).fill(out, from);
            } catch (DamagedException | EOFException e) {
                onDamaged.run();
                throw new StoreException(Reason.GONE, "the snapshot's file is damaged");
            } catch (IOException e) {
                throw DiskErrorText.readError(e, file);
            }
        }
        return Slice.of(out);
    }

    private Table loadTable(RandomAccessFile in) throws IOException {
        Table cached = table;
        if (cached == null) {
            cached = readTable(in);
            table = cached;
        }
        return cached;
    }

    private Table readTable(RandomAccessFile in) throws IOException {
        byte[] bytes = new byte[BlockWriter.tableBytes(snapshotHeader.lengths())];
        in.seek(headerBytes);
        in.readFully(bytes);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int blocks = bytes.length / BlockWriter.ENTRY_BYTES;
        if (buffer.getInt(bytes.length - 4) != BlockWriter.checksum(bytes, 0, bytes.length - 4)) {
            throw new DamagedException("the block table is damaged");
        }
        long[] starts = new long[blocks + 1];
        int[] checksums = new int[blocks];
        starts[0] = headerBytes + (long) bytes.length;
        for (int i = 0; i < blocks; i++) {
            int storedLength = buffer.getInt();
            if (storedLength < 0 || storedLength > BlockWriter.BLOCK_BYTES) {
                throw new DamagedException("the block table is invalid");
            }
            starts[i + 1] = starts[i] + storedLength;
            checksums[i] = buffer.getInt();
        }
        return new Table(starts, checksums);
    }

    private final class BlockSegment implements Segment {

        private final int firstBlock;
        private final int length;

        BlockSegment(int firstBlock, int length) {
            this.firstBlock = firstBlock;
            this.length = length;
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public Slice read(int from, int to) {
            return BlockFile.this.read(firstBlock, length, from, to);
        }
    }

    /** A read of one range. */
    private record RangeReader(RandomAccessFile in, Table table, int firstBlock, int length) {

        void fill(byte[] out, int from) throws IOException {
            int to = from + out.length;
            int block = from / BlockWriter.BLOCK_BYTES;
            int lastBlock = (to - 1) / BlockWriter.BLOCK_BYTES;
            in.seek(blockStart(block));
            while (block <= lastBlock) {
                int end = block + 1;
                while (end <= lastBlock && blockStart(end + 1) - blockStart(block) <= MAX_READ_BYTES) {
                    end++;
                }
                byte[] storedBytes = new byte[(int) (blockStart(end) - blockStart(block))];
                in.readFully(storedBytes);
                for (int i = block; i < end; i++) {
                    copyBlock(storedBytes, (int) (blockStart(i) - blockStart(block)), i, out, from);
                }
                block = end;
            }
        }

        private long blockStart(int block) {
            return table.starts[firstBlock + block];
        }

        private void copyBlock(byte[] storedBytes, int storedStart, int block, byte[] out, int from)
                throws IOException {
            int size = (int) (blockStart(block + 1) - blockStart(block));
            if (BlockWriter.checksum(storedBytes, storedStart, size) != table.checksums[firstBlock + block]) {
                throw new DamagedException("a block has a wrong checksum");
            }
            int start = block * BlockWriter.BLOCK_BYTES;
            int rawLength = Math.min(BlockWriter.BLOCK_BYTES, length - start);
            if (start >= from && start - from <= out.length - rawLength) {
                decompress(storedBytes, storedStart, size, out, start - from, rawLength);
            } else {
                byte[] content = new byte[rawLength];
                decompress(storedBytes, storedStart, size, content, 0, rawLength);
                int copyStart = Math.max(from, start);
                int copyEnd = Math.min(from + out.length, start + rawLength);
                System.arraycopy(content, copyStart - start, out, copyStart - from, copyEnd - copyStart);
            }
        }

        /** Decompresses a block, or copies it if it is stored uncompressed, which its size shows. */
        private static void decompress(
                byte[] storedBytes, int storedStart, int size, byte[] out, int start, int rawLength)
                throws IOException {
            if (size == rawLength) {
                System.arraycopy(storedBytes, storedStart, out, start, rawLength);
            } else {
                Lz4.decompress(storedBytes, storedStart, storedStart + size, out, start, start + rawLength);
            }
        }
    }
}
