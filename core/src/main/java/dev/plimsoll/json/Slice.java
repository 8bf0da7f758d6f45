package dev.plimsoll.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** Immutable range of bytes {@code bytes[from, to)}: two ints and a reference, without a copy; ordered by its bytes. */
public record Slice(byte[] bytes, int from, int to) implements Comparable<Slice> {

    /** Odd number with evenly spread bits: 2^64 divided by the golden ratio. */
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

    /** Returns the byte at {@code index}, counted from the start of this slice. */
    public byte at(int index) {
        return bytes[from + Objects.checkIndex(index, to - from)];
    }

    /** Returns the part {@code [start, end)} of this slice, counted from its start. */
    public Slice sub(int start, int end) {
        Objects.checkFromToIndex(start, end, length());
        return new Slice(bytes, from + start, from + end);
    }

    public byte[] toByteArray() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Decodes the bytes as text; for small slices and messages. */
    public String utf8() {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** Returns whether both are ranges of the same array. */
    @SuppressWarnings("ReferenceEquality") // must be the same array, not an equal one
    public boolean sharesBytesWith(Slice other) {
        return bytes == other.bytes;
    }

    /** Returns whether both are the same range of the same array, so that nothing was changed. */
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

    /**
     * Compares the bytes. Hash tables use this order for slices with equal hash codes: callers choose the bytes, and
     * could choose many with equal hash codes.
     */
    @Override
    public int compareTo(Slice other) {
        return Arrays.compareUnsigned(bytes, from, to, other.bytes, other.from, other.to);
    }

    @Override
    public int hashCode() {
        long hash = length();
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            hash = mix(hash ^ SwarBytes.word(bytes, i));
        }
        long lastWord = 0;
        for (; i < to; i++) {
            lastWord = lastWord << Byte.SIZE | (bytes[i] & 0xFF);
        }
        return (int) mix(hash ^ lastWord);
    }

    private static long mix(long hash) {
        long product = hash * MIXER;
        return product ^ (product >>> 32);
    }

    /** Returns a text without the content: payload must not get into a log by accident. */
    @Override
    public String toString() {
        return "Slice[" + length() + " bytes]";
    }
}
