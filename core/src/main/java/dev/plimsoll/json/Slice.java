package dev.plimsoll.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** A range of bytes that nobody changes: {@code bytes[from, to)}. Two ints and a reference, never a copy. */
public record Slice(byte[] bytes, int from, int to) {

    /** An odd number whose bits are evenly spread: 2^64 by the golden ratio. */
    private static final long MIXER = 0x9E37_79B9_7F4A_7C15L;

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
        long h = length();
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            h = mixed(h ^ SwarBytes.word(bytes, i));
        }
        long rest = 0;
        for (; i < to; i++) {
            rest = rest << Byte.SIZE | (bytes[i] & 0xFF);
        }
        return (int) mixed(h ^ rest);
    }

    private static long mixed(long h) {
        long product = h * MIXER;
        return product ^ (product >>> 32);
    }

    /** Never the content: payload must not reach a log by accident. */
    @Override
    public String toString() {
        return "Slice[" + length() + " bytes]";
    }
}
