package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotOrigin;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Header of a snapshot file: everything except the contents. The index of a folder reads only the
 * headers.
 *
 * @param lengths the lengths of the segments
 */
record SnapshotHeader(
        SnapshotId id,
        SnapshotOrigin origin,
        Instant takenAt,
        Duration ttl,
        Duration maxTtl,
        Slice notes,
        List<Integer> lengths) {

    /**
     * The version of headers with a holder. A header without a holder is written in version 1, which earlier versions
     * of Plimsoll can read.
     */
    static final int VERSION = 2;

    private static final int VERSION_WITHOUT_HOLDER = 1;

    private static final int MAGIC = 0x504C534E; // PLSN
    private static final int VERSION_OFFSET = 4;
    /** The size of the fixed beginning: magic number, version, header length, file length, and checksum. */
    private static final int FIXED_BYTES = 24;
    /** The number of bytes of the first read, which contains almost every header completely. */
    private static final int FIRST_READ_BYTES = 1024;

    /** The maximum number of bytes of a header. A larger one is damaged, because the notes of a snapshot are small. */
    private static final int MAX_HEADER_BYTES = 1 << 24;

    static SnapshotHeader of(SaveRequest saveRequest, SnapshotId id, Instant takenAt) {
        List<Integer> lengths =
                saveRequest.segments().stream().map(Slice::length).toList();
        return new SnapshotHeader(
                id,
                saveRequest.origin(),
                takenAt,
                saveRequest.ttl(),
                saveRequest.maxTtl(),
                saveRequest.notes(),
                lengths);
    }

    /** Header with its length and the length of its file. */
    record StoredHeader(SnapshotHeader header, int headerBytes, long fileBytes) {}

    /** Exception for a file of a newer version, which must not be changed. */
    static final class NewerException extends IOException {

        NewerException(int version) {
            super("format " + version);
        }
    }

    int encodedLength() {
        int strings = 0;
        for (String string : originStrings()) {
            strings += 4 + 2 * string.length();
        }
        // the fixed beginning, the ID, a time, two durations, the strings, the notes, and the lengths of the segments
        return FIXED_BYTES + 16 + 3 * 12 + strings + 4 + notes.length() + 4 + 4 * lengths.size();
    }

    byte[] encode(long fileBytes) {
        ByteBuffer out = ByteBuffer.allocate(encodedLength());
        out.putInt(MAGIC)
                .putInt(origin.isHeldByCaller() ? VERSION_WITHOUT_HOLDER : VERSION)
                .putInt(out.capacity())
                .putLong(fileBytes)
                .putInt(0);
        out.putLong(id.high()).putLong(id.low());
        out.putLong(takenAt.getEpochSecond()).putInt(takenAt.getNano());
        out.putLong(ttl.getSeconds()).putInt(ttl.getNano());
        out.putLong(maxTtl.getSeconds()).putInt(maxTtl.getNano());
        for (String string : originStrings()) {
            out.putInt(string.length());
            string.chars().forEach(c -> out.putChar((char) c));
        }
        out.putInt(notes.length()).put(notes.bytes(), notes.from(), notes.length());
        out.putInt(lengths.size());
        lengths.forEach(out::putInt);
        return out.putInt(FIXED_BYTES - 4, checksum(out.array())).array();
    }

    private List<String> originStrings() {
        List<String> strings =
                List.of(origin.caller(), origin.server(), origin.tool(), origin.tier(), origin.argumentsHash());
        return origin.isHeldByCaller()
                ? strings
                : Stream.concat(strings.stream(), Stream.of(origin.holder())).toList();
    }

    /** Reads the header of a file, usually in one read. */
    static StoredHeader read(File file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
            byte[] startBytes = new byte[FIRST_READ_BYTES];
            int readBytes = Math.max(0, in.read(startBytes));
            ByteBuffer fixed = ByteBuffer.wrap(startBytes, 0, readBytes);
            requireValid(readBytes >= FIXED_BYTES && fixed.getInt() == MAGIC);
            int version = fixed.getInt();
            if (version > VERSION) {
                throw new NewerException(version);
            }
            int headerBytes = fixed.getInt();
            requireValid(
                    version >= VERSION_WITHOUT_HOLDER && headerBytes >= FIXED_BYTES && headerBytes <= MAX_HEADER_BYTES);
            byte[] header = Arrays.copyOf(startBytes, headerBytes);
            if (headerBytes > readBytes) {
                requireValid(headerBytes <= in.length());
                in.seek(readBytes);
                in.readFully(header, readBytes, headerBytes - readBytes);
            }
            StoredHeader storedHeader = decode(header);
            requireValid(storedHeader.fileBytes == in.length());
            return storedHeader;
        }
    }

    /**
     * Decodes a header. The bytes are untrusted even if the checksum matches, because a process that can write the file can also write a valid checksum.
     */
    static StoredHeader decode(byte[] bytes) throws DamagedException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        requireValid(in.getInt(FIXED_BYTES - 4) == checksum(bytes));
        try {
            long fileBytes = in.getLong(12);
            in.position(FIXED_BYTES);
            SnapshotId id = new SnapshotId(in.getLong(), in.getLong());
            Instant takenAt = Instant.ofEpochSecond(in.getLong(), in.getInt());
            Duration ttl = Duration.ofSeconds(in.getLong(), in.getInt());
            Duration maxTtl = Duration.ofSeconds(in.getLong(), in.getInt());
            SnapshotOrigin snapshotOrigin = new SnapshotOrigin(
                    readString(in),
                    readString(in),
                    readString(in),
                    readString(in),
                    readString(in),
                    in.getInt(VERSION_OFFSET) == VERSION_WITHOUT_HOLDER ? "" : readString(in));
            byte[] notes = new byte[readLength(in, 1)];
            in.get(notes);
            Integer[] lengths = new Integer[readLength(in, 4)];
            Arrays.setAll(lengths, i -> in.getInt());
            requireValid(Arrays.stream(lengths).allMatch(length -> length >= 0));
            SnapshotHeader snapshotHeader =
                    new SnapshotHeader(id, snapshotOrigin, takenAt, ttl, maxTtl, Slice.of(notes), List.of(lengths));
            return new StoredHeader(snapshotHeader, bytes.length, fileBytes);
        } catch (BufferUnderflowException | ArithmeticException | DateTimeException e) {
            throw new DamagedException("the header cannot be decoded");
        }
    }

    private static String readString(ByteBuffer in) {
        char[] chars = new char[readLength(in, 2)];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = in.getChar();
        }
        return new String(chars);
    }

    /** Reads a length, and checks it against the remaining bytes before anything is allocated. */
    private static int readLength(ByteBuffer in, int elementBytes) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining() / elementBytes) {
            throw new BufferUnderflowException();
        }
        return length;
    }

    /** Returns the checksum of the header without the checksum field. */
    private static int checksum(byte[] header) {
        CRC32C crc = new CRC32C();
        crc.update(header, 0, FIXED_BYTES - 4);
        crc.update(header, FIXED_BYTES, header.length - FIXED_BYTES);
        return (int) crc.getValue();
    }

    private static void requireValid(boolean condition) throws DamagedException {
        if (!condition) {
            throw new DamagedException("not a snapshot, or incomplete");
        }
    }
}
