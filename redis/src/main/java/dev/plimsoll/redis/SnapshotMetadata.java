package dev.plimsoll.redis;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.SnapshotOrigin;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of a snapshot: everything except its contents and times.
 *
 * @param chunkBytes the size of a chunk
 * @param lengths the lengths of the segments
 */
record SnapshotMetadata(SnapshotOrigin origin, Slice notes, int chunkBytes, List<Integer> lengths) {

    private static final byte FORMAT_VERSION = 1;

    static SnapshotMetadata of(SaveRequest saveRequest, int chunkBytes) {
        List<Integer> lengths =
                saveRequest.segments().stream().map(Slice::length).toList();
        return new SnapshotMetadata(saveRequest.origin(), saveRequest.notes(), chunkBytes, lengths);
    }

    /** Returns the total size of all segments. */
    long bytes() {
        return lengths.stream().mapToLong(Integer::longValue).sum();
    }

    int chunkCount() {
        return chunkCount(bytes(), chunkBytes);
    }

    static int chunkCount(long bytes, int chunkBytes) {
        return (int) ((bytes + chunkBytes - 1) / chunkBytes);
    }

    byte[] encode() {
        int strings = 0;
        for (String string : originStrings()) {
            strings += 4 + 2 * string.length();
        }
        ByteBuffer out = ByteBuffer.allocate(1 + strings + 4 + notes.length() + 4 + 4 + 4 * lengths.size());
        out.put(FORMAT_VERSION);
        for (String string : originStrings()) {
            out.putInt(string.length());
            string.chars().forEach(c -> out.putChar((char) c));
        }
        out.putInt(notes.length()).put(notes.bytes(), notes.from(), notes.length());
        out.putInt(chunkBytes).putInt(lengths.size());
        lengths.forEach(out::putInt);
        return out.array();
    }

    private List<String> originStrings() {
        return List.of(origin.caller(), origin.server(), origin.tool(), origin.tier(), origin.argumentsHash());
    }

    /** Returns the decoded metadata, or null if the bytes are invalid. */
    static @Nullable SnapshotMetadata decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            if (in.get() != FORMAT_VERSION) {
                return null;
            }
            SnapshotOrigin snapshotOrigin =
                    new SnapshotOrigin(readString(in), readString(in), readString(in), readString(in), readString(in));
            byte[] notes = new byte[readLength(in, 1)];
            in.get(notes);
            int chunkBytes = in.getInt();
            Integer[] lengths = new Integer[readLength(in, 4)];
            Arrays.setAll(lengths, i -> in.getInt());
            SnapshotMetadata snapshotMetadata =
                    new SnapshotMetadata(snapshotOrigin, Slice.of(notes), chunkBytes, List.of(lengths));
            return snapshotMetadata.isValid() ? snapshotMetadata : null;
        } catch (BufferUnderflowException e) {
            return null;
        }
    }

    private boolean isValid() {
        return chunkBytes >= 1
                && lengths.stream().allMatch(length -> length >= 0)
                && bytes() / chunkBytes < Integer.MAX_VALUE;
    }

    private static String readString(ByteBuffer in) {
        char[] chars = new char[readLength(in, 2)];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = in.getChar();
        }
        return new String(chars);
    }

    private static int readLength(ByteBuffer in, int elementBytes) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining() / elementBytes) {
            throw new BufferUnderflowException();
        }
        return length;
    }
}
