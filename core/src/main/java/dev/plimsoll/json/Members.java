package dev.plimsoll.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the members of a valid object in document order, on demand. The end of a value is searched only when
 * it is needed; an iterator inside the value ({@link #members}, {@link #elements}) saves that second scan.
 */
public final class Members implements ValueEndListener {

    private static final int UNKNOWN = -1;

    private final byte[] bytes;
    private final int end;

    /** Offset at which {@link #next} continues; {@link #UNKNOWN} if that is the end of the current value. */
    private int nextOffset;

    private int keyStart;
    private int keyEnd;
    private int valueStart;
    private int valueEnd;
    private final @Nullable ValueEndListener valueEndListener;
    private final @Nullable CheckedJson checked;

    Members(
            byte[] bytes,
            int nextOffset,
            int end,
            @Nullable ValueEndListener valueEndListener,
            @Nullable CheckedJson checkedJson) {
        this.bytes = bytes;
        this.nextOffset = nextOffset;
        this.end = end;
        this.valueEndListener = valueEndListener;
        this.checked = checkedJson;
    }

    /**
     * Creates an iterator over an object, which may have white space around it.
     *
     * @throws IllegalArgumentException if the value is not an object
     */
    public static Members of(Slice object) {
        int start = Json.skipSpace(object.bytes(), object.from(), object.to());
        if (start == object.to() || object.bytes()[start] != '{') {
            throw new IllegalArgumentException("value: must be a JSON object");
        }
        return new Members(object.bytes(), start + 1, object.to(), null, null);
    }

    /** Creates an iterator over an object whose large values have known ends. */
    public static Members of(CheckedJson object) {
        Slice value = object.value();
        if (Json.type(value) != JsonType.OBJECT) {
            throw new IllegalArgumentException("value: must be a JSON object");
        }
        return new Members(value.bytes(), value.from() + 1, value.to(), null, object);
    }

    /** Returns the number of members of an object. */
    public static int count(Slice object) {
        Members members = of(object);
        int count = 0;
        while (members.next()) {
            count++;
        }
        return count;
    }

    /**
     * Returns the value of the last member with that name, as most parsers do with duplicate names; null if there is
     * none.
     */
    public static @Nullable Slice get(Slice object, String name) {
        int start = Json.skipSpace(object.bytes(), object.from(), object.to());
        if (start == object.to() || object.bytes()[start] != '{') {
            return null;
        }
        Members members = new Members(object.bytes(), start + 1, object.to(), null, null);
        Slice lastValue = null;
        while (members.next()) {
            if (members.keyIs(name)) {
                lastValue = members.value();
            }
        }
        return lastValue;
    }

    /** Moves to the next member; returns false after the last. */
    public boolean next() {
        int i = Json.skipSpace(bytes, nextOffset < 0 ? valueEnd() : nextOffset, end);
        if (i < end && bytes[i] == ',') {
            i = Json.skipSpace(bytes, i + 1, end);
        }
        if (i >= end || bytes[i] != '"') {
            nextOffset = end;
            if (valueEndListener != null && i < end && bytes[i] == '}') {
                valueEndListener.onValueEnd(i + 1);
            }
            return false;
        }
        keyStart = i + 1;
        i = Json.skipString(bytes, i, end);
        keyEnd = Math.max(keyStart, i - 1);
        i = Json.skipSpace(bytes, i, end);
        if (i < end && bytes[i] == ':') {
            i = Json.skipSpace(bytes, i + 1, end);
        }
        valueStart = i;
        valueEnd = UNKNOWN;
        nextOffset = UNKNOWN;
        return true;
    }

    private int valueEnd() {
        if (valueEnd == UNKNOWN) {
            valueEnd = checked == null ? Json.skipValue(bytes, valueStart, end) : checked.skipValue(valueStart, end);
        }
        return valueEnd;
    }

    @Override
    public void onValueEnd(int offset) {
        valueEnd = offset;
    }

    /** Returns the type of the value, derived from its first byte. */
    public JsonType type() {
        if (valueStart >= end) {
            throw new IllegalStateException("no current value: call next() first");
        }
        return Json.typeAt(bytes[valueStart]);
    }

    /** Returns the members of the value, which must be an object. Iterate over them before the next call of {@link #next}. */
    public Members members() {
        return new Members(bytes, valueStart + 1, end, this, checked);
    }

    /** Returns the elements of the value, which must be an array. Iterate over them before the next call of {@link #next}. */
    public Elements elements() {
        return new Elements(bytes, valueStart + 1, end, this, checked);
    }

    /** Returns the key between its quotes, still escaped. */
    public Slice key() {
        return new Slice(bytes, keyStart, keyEnd);
    }

    /** Returns whether the decoded key equals that name. */
    public boolean keyIs(String name) {
        return keyIs(bytes, keyStart, keyEnd, name);
    }

    /** Returns whether a key, given by the range between its quotes, equals that name when it is decoded. */
    static boolean keyIs(byte[] bytes, int keyStart, int keyEnd, String name) {
        int length = keyEnd - keyStart;
        if (length != name.length()) {
            return length > name.length()
                    && canBeginWith(name, bytes[keyStart])
                    && keyIs(new Slice(bytes, keyStart, keyEnd), Utf8.encode(name));
        }
        for (int i = 0; i < length; i++) {
            if (bytes[keyStart + i] != name.charAt(i)) {
                return false;
            }
        }
        return name.indexOf('\\') < 0;
    }

    /** Returns whether the first byte of an encoded key allows that its text is this name. */
    private static boolean canBeginWith(String name, byte firstByte) {
        return !name.isEmpty() && (firstByte == '\\' || firstByte < 0 || firstByte == name.charAt(0));
    }

    static boolean keyIs(Slice key, byte[] name) {
        // an escape is never shorter than its decoded text
        if (key.length() < name.length) {
            return false;
        }
        if (JsonText.hasEscapes(key)) {
            return Arrays.equals(JsonText.unescape(key), name);
        }
        return Arrays.equals(key.bytes(), key.from(), key.to(), name, 0, name.length);
    }

    public String keyText() {
        return JsonText.unescapeToString(key());
    }

    public Slice value() {
        return new Slice(bytes, valueStart, valueEnd());
    }

    /** Returns the length of the value in bytes. */
    public int valueLength() {
        return valueEnd() - valueStart;
    }

    /** Returns the member from the opening quote of its key to the end of its value. */
    public Slice member() {
        return new Slice(bytes, keyStart - 1, valueEnd());
    }
}
