package dev.plimsoll.query.value;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * String value. It holds either the bytes between the quotes of a JSON string, with their escapes, or an unescaped
 * text. Texts are WTF-8: UTF-8 that may also contain lone surrogates.
 */
public final class StringValue extends Value {

    public static final StringValue EMPTY = ofText(Slice.of(new byte[0]));

    private static final int HASH_FACTOR = new SecureRandom().nextInt() | 1;

    private final Slice content;
    private final boolean isEscaped;
    private @Nullable Slice text;
    private int hash;

    private StringValue(Slice content, boolean isEscaped) {
        this.content = content;
        this.isEscaped = isEscaped;
    }

    /** Creates a string from the bytes between the quotes in a document. */
    public static StringValue ofEscaped(Slice content) {
        return new StringValue(content, true);
    }

    public static StringValue ofText(Slice text) {
        return new StringValue(text, false);
    }

    public static StringValue of(String s) {
        for (int i = 0; i < s.length(); i++) {
            if (Character.isSurrogate(s.charAt(i))) {
                ByteSink sink = new ByteSink(s.length() + 16).string(s);
                return ofText(Slice.of(JsonText.unescape(sink.slice(1, sink.size() - 1))));
            }
        }
        return ofText(Slice.of(s.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public ValueKind kind() {
        return ValueKind.STRING;
    }

    @Override
    public @Nullable Slice source() {
        return isEscaped ? new Slice(content.bytes(), content.from() - 1, content.to() + 1) : null;
    }

    /** Returns the unescaped text. */
    public Slice text() {
        Slice unescaped = text;
        if (unescaped == null) {
            unescaped = isEscaped && JsonText.hasEscapes(content) ? Slice.of(JsonText.unescape(content)) : content;
            text = unescaped;
        }
        return unescaped;
    }

    public String string() {
        Slice s = text();
        if (Utf8.isValid(s)) {
            return s.utf8();
        }
        ByteSink sink = new ByteSink(s.length() + 16);
        JsonText.escape(s, sink);
        return JsonText.unescapeToString(sink.slice());
    }

    /** Returns whether a key equals this string. The range has the bytes between the quotes of the key, with their escapes. */
    boolean equalsKey(byte[] bytes, int from, int to) {
        Slice name = text();
        int length = name.length();
        if (to - from == length) {
            return Arrays.equals(bytes, from, to, name.bytes(), name.from(), name.to())
                    // in a key, a backslash begins an escape, so equal bytes with a backslash are another text
                    && !JsonText.hasEscapes(name);
        }
        // an escape is longer than its character
        return to - from > length && equalsUnescaped(bytes, from, to, name);
    }

    private static boolean equalsUnescaped(byte[] bytes, int from, int to, Slice name) {
        if (bytes[from] != '\\' && (name.isEmpty() || bytes[from] != name.at(0))) {
            return false;
        }
        Slice key = new Slice(bytes, from, to);
        return JsonText.hasEscapes(key) && Slice.of(JsonText.unescape(key)).contentEquals(name);
    }

    /** Finds the first occurrence at or after an offset in bytes, or returns -1. */
    public int find(StringValue sought, int from, QueryMeter queryMeter) {
        Slice text = text();
        Slice soughtText = sought.text();
        int last = text.length() - soughtText.length();
        if (soughtText.isEmpty()) {
            return from <= last ? from : -1;
        }
        byte[] bytes = text.bytes();
        byte first = soughtText.at(0);
        for (int i = from; i <= last; i++) {
            if (bytes[text.from() + i] == first) {
                queryMeter.addScannedBytes(soughtText.length());
                if (matchesAt(i, sought)) {
                    queryMeter.addScannedBytes(i - from);
                    return i;
                }
            }
        }
        queryMeter.addScannedBytes(Math.max(0, last - from));
        return -1;
    }

    /** Returns whether a string occurs at an offset in bytes. */
    public boolean matchesAt(int offset, StringValue sought) {
        Slice text = text();
        Slice soughtText = sought.text();
        int from = text.from() + offset;
        int to = from + soughtText.length();
        return offset >= 0
                && to <= text.to()
                && Arrays.equals(text.bytes(), from, to, soughtText.bytes(), soughtText.from(), soughtText.to());
    }

    /** Splits the string at the separators. An empty separator splits it into code points. */
    public ListArrayValue split(StringValue separator, QueryMeter queryMeter) {
        ListArrayValue parts = new ListArrayValue(0);
        Slice text = text();
        int length = separator.text().length();
        if (text.isEmpty()) {
            return parts;
        }
        int partStart = 0;
        while (length == 0 && partStart < text.length()) {
            int partEnd = ValueAccess.byteOffset(text, partStart, 1);
            parts.add(ofText(text.sub(partStart, partEnd)), queryMeter);
            queryMeter.step();
            partStart = partEnd;
        }
        if (length == 0) {
            return parts;
        }
        for (int partEnd = find(separator, 0, queryMeter);
                partEnd >= 0;
                partEnd = find(separator, partStart, queryMeter)) {
            queryMeter.step();
            parts.add(ofText(text.sub(partStart, partEnd)), queryMeter);
            partStart = partEnd + length;
        }
        return parts.add(ofText(text.sub(partStart, text.length())), queryMeter);
    }

    /** Compares the bytes as unsigned numbers. In UTF-8, this is the order of the code points. */
    public int compare(StringValue other) {
        Slice a = text();
        Slice b = other.text();
        return Arrays.compareUnsigned(a.bytes(), a.from(), a.to(), b.bytes(), b.from(), b.to());
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof StringValue other && (this == other || text().contentEquals(other.text()));
    }

    /** Returns a hash with a secret factor. Otherwise, documents with colliding names could make every lookup slow. */
    @Override
    public int hashCode() {
        if (hash == 0) {
            Slice text = text();
            int result = text.length();
            for (int i = text.from(); i < text.to(); i++) {
                result = result * HASH_FACTOR + text.bytes()[i];
            }
            hash = result ^ (result >>> 16);
        }
        return hash;
    }

    @Override
    public String toString() {
        return "StringValue[" + content.length() + " bytes]";
    }
}
