package dev.plimsoll.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** A range of bytes that nobody changes: {@code bytes[from, to)}. Two ints and a reference, never a copy. */
public record Slice(byte[] bytes, int from, int to) {

    public Slice {
        Objects.requireNonNull(bytes, "bytes");
        Objects.checkFromToIndex(from, to, bytes.length);
    }

    public static Slice of(byte[] bytes) {
        return new Slice(bytes, 0, bytes.length);
    }

    public static Slice of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return to - from;
    }

    public boolean isEmpty() {
        return to == from;
    }

    /** The byte at {@code index} counted from the start of this slice. */
    public byte at(int index) {
        return bytes[from + Objects.checkIndex(index, to - from)];
    }

    /** The part {@code [start, end)} of this slice, counted from its start. */
    public Slice sub(int start, int end) {
        Objects.checkFromToIndex(start, end, length());
        return new Slice(bytes, from + start, from + end);
    }

    public byte[] toByteArray() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** The bytes as text; for small slices and messages. */
    public String utf8() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** Whether both are ranges of one array. */
    @SuppressWarnings("ReferenceEquality") // the very array, not an equal one
    public boolean sharesBytesWith(Slice other) {
        return bytes == other.bytes;
    }

    /** Whether both are the very same range of one array: nothing was changed on the way. */
    public boolean isSameRange(Slice other) {
        return sharesBytesWith(other) && from == other.from && to == other.to;
    }

    public boolean contentEquals(Slice other) {
        return Arrays.equals(bytes, from, to, other.bytes, other.from, other.to);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Slice other && contentEquals(other);
    }

    @Override
    public int hashCode() {
        int h = 1;
        for (int i = from; i < to; i++) {
            h = 31 * h + bytes[i];
        }
        return h;
    }

    /** Never the content: payload must not reach a log by accident. */
    @Override
    public String toString() {
        return "Slice[" + length() + " bytes]";
    }
}
