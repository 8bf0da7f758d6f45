package dev.plimsoll.json;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiConsumer;

/** Growable byte buffer for writing answers. */
public final class ByteSink {

    private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    /** Minimum length of a text that is written faster in words of eight bytes than character by character. */
    private static final int MIN_LONG_TEXT_LENGTH = 64;

    private byte[] buffer;
    private int size;

    public ByteSink() {
        this(256);
    }

    public ByteSink(int capacity) {
        buffer = new byte[Math.max(capacity, 16)];
    }

    /** Appends ASCII text without escaping. */
    public ByteSink ascii(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                throw new IllegalArgumentException("text: must be ASCII, got another character at index " + i);
            }
            buffer[size + i] = (byte) c;
        }
        size += text.length();
        return this;
    }

    public ByteSink raw(Slice bytes) {
        return raw(bytes.bytes(), bytes.from(), bytes.to());
    }

    ByteSink raw(byte[] bytes, int from, int to) {
        reserve(to - from);
        System.arraycopy(bytes, from, buffer, size, to - from);
        size += to - from;
        return this;
    }

    /** Appends valid JSON without the white space between its tokens and without escapes that it does not need. */
    public ByteSink json(Slice value) {
        Compaction.write(value, this);
        return this;
    }

    /** Appends valid JSON: slimmed as {@link #json(Slice)} does, or as it was written. */
    public ByteSink json(Slice value, boolean isSlimmed) {
        return isSlimmed ? json(value) : raw(value);
    }

    public ByteSink raw(byte value) {
        reserve(1);
        buffer[size++] = value;
        return this;
    }

    public ByteSink number(long number) {
        return ascii(Long.toString(number));
    }

    /** Appends a JSON string: quoted, with the necessary escapes. */
    public ByteSink string(String text) {
        return text.length() < MIN_LONG_TEXT_LENGTH && writePlain(text) ? this : string(Slice.of(Utf8.encode(text)));
    }

    /**
     * Writes a string that is ASCII and needs no escapes, and makes no copy for this; returns false, with nothing
     * written, for all other strings.
     */
    private boolean writePlain(String text) {
        int length = text.length();
        byte[] target = reserve(length + 2);
        int position = size;
        target[position++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c >= 0x80 || c == '"' || c == '\\') {
                return false;
            }
            target[position++] = (byte) c;
        }
        target[position++] = '"';
        size = position;
        return true;
    }

    /** Appends a JSON string: quoted, with the necessary escapes. */
    public ByteSink string(Slice text) {
        reserve(text.length() + 2);
        raw((byte) '"');
        JsonText.escape(text, this);
        return raw((byte) '"');
    }

    /** Appends a JSON string whose content is already escaped. */
    public ByteSink rawString(Slice escapedContent) {
        return raw((byte) '"').raw(escapedContent).raw((byte) '"');
    }

    /** Appends a JSON string whose content is already escaped, without the escapes that it does not need. */
    public ByteSink slimString(Slice escapedContent) {
        raw((byte) '"');
        Compaction.writeStringContent(escapedContent, this);
        return raw((byte) '"');
    }

    /** Appends {@code "name":}, after a comma unless it begins its object. */
    public ByteSink member(String name) {
        if (size > 0 && buffer[size - 1] != '{' && buffer[size - 1] != ',') {
            raw((byte) ',');
        }
        return string(name).raw((byte) ':');
    }

    public ByteSink bool(boolean value) {
        return ascii(value ? "true" : "false");
    }

    /** Appends a JSON array; {@code writer} writes each element as one value. */
    public <T> ByteSink array(Iterable<? extends T> values, BiConsumer<? super T, ? super ByteSink> writer) {
        raw((byte) '[');
        int start = size;
        for (T value : values) {
            if (size > start) {
                raw((byte) ',');
            }
            writer.accept(value, this);
        }
        return raw((byte) ']');
    }

    /** Appends a JSON array of strings. */
    public ByteSink strings(Iterable<String> texts) {
        return array(texts, (text, out) -> out.string(text));
    }

    public int size() {
        return size;
    }

    /** Removes all bytes from {@code size} on. */
    public void truncate(int size) {
        this.size = Objects.checkIndex(size, this.size + 1);
    }

    /** Returns a view, not a copy. Appending never changes it; {@link #truncate} and {@link #insert} may. */
    public Slice slice(int from, int to) {
        Objects.checkFromToIndex(from, to, size);
        return new Slice(buffer, from, to);
    }

    public Slice slice() {
        return slice(0, size);
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, size);
    }

    /** Inserts bytes at an offset. */
    public void insert(int offset, Slice bytes) {
        Objects.checkIndex(offset, size + 1);
        reserve(bytes.length());
        System.arraycopy(buffer, offset, buffer, offset + bytes.length(), size - offset);
        System.arraycopy(bytes.bytes(), bytes.from(), buffer, offset, bytes.length());
        size += bytes.length();
    }

    void setSize(int size) {
        this.size = size;
    }

    /** Reserves space for this many bytes and returns the array to write to, from {@link #size()} on. */
    byte[] reserve(int count) {
        if (count > buffer.length - size) {
            long newCapacity = Math.min(MAX_SIZE, Math.max(2L * buffer.length, (long) size + count));
            buffer = Arrays.copyOf(buffer, Math.max(Math.toIntExact(newCapacity), Math.addExact(size, count)));
        }
        return buffer;
    }
}
