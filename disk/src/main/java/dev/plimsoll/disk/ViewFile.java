package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotViews;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Numbered views of one snapshot in a separate file, append-only and with checksums. Several processes
 * may append: each locks the file, and first reads what other processes have added. After a crash, the last record can
 * be incomplete. The number of its view was never returned to a caller, so the record is removed. Not
 * thread-safe.
 */
final class ViewFile {

    private static final int MAGIC = 0x504C5356; // PLSV
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 8;
    private static final int RECORD_HEADER_BYTES = 8;
    private static final int MAX_LOCK_ATTEMPTS = 2_000;
    private static final long LOCK_RETRY_NANOS = 100_000;

    private final File file;
    private final boolean isDurable;
    private SnapshotViews snapshotViews = new SnapshotViews();
    private long validBytes;

    private ViewFile(File file, boolean isDurable) {
        this.file = file;
        this.isDurable = isDurable;
    }

    /** Loads the views in a file. A missing file has no views. */
    static ViewFile load(File file, boolean isDurable) throws IOException {
        ViewFile loaded = new ViewFile(file, isDurable);
        loaded.refresh();
        return loaded;
    }

    /** Returns the bytes that a view needs in the file. */
    long bytesFor(Slice view) {
        return (validBytes == 0 ? HEADER_BYTES : 0) + RECORD_HEADER_BYTES + (long) view.length();
    }

    /** Returns the number of valid bytes in the file. */
    long validBytes() {
        return validBytes;
    }

    @Nullable Integer findNumber(Slice view) {
        return snapshotViews.findNumber(view);
    }

    @Nullable Slice findView(int number) {
        return snapshotViews.findView(number);
    }

    void requireCapacity(Slice view) {
        snapshotViews.requireCapacity(view);
    }

    /** Reads views added by other processes. */
    void refresh() throws IOException {
        if (file.length() != validBytes) {
            reload();
        }
    }

    private void reload() throws IOException {
        if (!file.exists()) {
            snapshotViews = new SnapshotViews();
            validBytes = 0;
            return;
        }
        try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
            parse(in);
        }
    }

    private void parse(RandomAccessFile in) throws IOException {
        byte[] bytes = new byte[(int) Math.min(in.length(), Integer.MAX_VALUE - 8)];
        in.seek(0);
        in.readFully(bytes);
        snapshotViews = new SnapshotViews();
        validBytes = 0;
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES) {
            return;
        }
        if (buffer.getInt() != MAGIC || buffer.getInt() != VERSION) {
            throw new DamagedException("not a views file of this version");
        }
        validBytes = HEADER_BYTES;
        while (buffer.remaining() >= RECORD_HEADER_BYTES) {
            int length = buffer.getInt();
            int checksum = buffer.getInt();
            if (length < 0 || length > buffer.remaining()) {
                return; // an incomplete record at the end
            }
            int start = buffer.position();
            if (checksum != checksum(bytes, start, length)) {
                requireZeros(bytes, start + length);
                return;
            }
            snapshotViews.add(new Slice(bytes, start, start + length));
            buffer.position(start + length);
            validBytes = buffer.position();
        }
    }

    /**
     * Checks that only zeros follow an invalid record. Then the record is the last record and was never completed. If
     * other records follow, the file is damaged: views whose numbers were returned are lost.
     */
    private static void requireZeros(byte[] bytes, int from) throws DamagedException {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] != 0) {
                throw new DamagedException("a view has a wrong checksum");
            }
        }
    }

    /** Adds a view, unless another process has just added it. Returns its number. */
    int add(Slice view) throws IOException {
        if (!file.exists()) {
            StoreFolder.create(file.toPath());
        }
        try (RandomAccessFile out = new RandomAccessFile(file, "rw");
                FileLock lock = acquireLock(out)) {
            if (!lock.isValid() || out.length() != validBytes) {
                parse(out);
                Integer existing = snapshotViews.findNumber(view);
                if (existing != null) {
                    return existing;
                }
                out.setLength(validBytes);
            }
            append(out, view);
            if (isDurable) {
                out.getFD().sync();
            }
        }
        return snapshotViews.add(view);
    }

    private void append(RandomAccessFile out, Slice view) throws IOException {
        ByteBuffer record =
                ByteBuffer.allocate((validBytes == 0 ? HEADER_BYTES : 0) + RECORD_HEADER_BYTES + view.length());
        if (validBytes == 0) {
            record.putInt(MAGIC).putInt(VERSION);
        }
        record.putInt(view.length()).putInt(checksum(view.bytes(), view.from(), view.length()));
        record.put(view.bytes(), view.from(), view.length());
        out.seek(validBytes);
        try {
            out.write(record.array());
        } catch (IOException e) {
            out.setLength(validBytes);
            throw e;
        }
        validBytes += record.capacity();
    }

    private FileLock acquireLock(RandomAccessFile out) throws IOException {
        for (int i = 0; i < MAX_LOCK_ATTEMPTS; i++) {
            try {
                FileLock lock = out.getChannel().tryLock();
                if (lock != null) {
                    return lock;
                }
            } catch (OverlappingFileLockException e) {
                // another store in this process holds the lock: wait as for another process
            }
            LockSupport.parkNanos(LOCK_RETRY_NANOS);
        }
        throw new IOException("the views file is locked by another process");
    }

    /**
     * Returns the checksum of a record. It is not zero for an empty record, so zeros at the end of a file, as after a
     * crash, are not parsed as empty views.
     */
    private static int checksum(byte[] bytes, int from, int length) {
        return BlockWriter.checksum(bytes, from, length) ^ (length + 1);
    }
}
