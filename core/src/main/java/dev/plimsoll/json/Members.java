package dev.plimsoll.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over the members of a valid object in document order, on demand. The end of a value is searched only when
 * it is needed; an iterator inside the value ({@link #members}, {@link #elements}) saves that second scan.
 */
public final class Members implements ValueEndListener {

    private static final int UNKNOWN = -1;

    private final byte[] b;
    private final int end;

    /** Offset at which {@link #next} continues; {@link #UNKNOWN} for the end of the current value. */
    private int at;

    private int keyFrom;
    private int keyTo;
    private int valueFrom;
    private int valueTo;
    private final @Nullable ValueEndListener valueEndListener;
    private final @Nullable CheckedJson checked;

    Members(byte[] b, int at, int end, @Nullable ValueEndListener valueEndListener, @Nullable CheckedJson known) {
        this.b = b;
        this.at = at;
        this.end = end;
        this.valueEndListener = valueEndListener;
        this.checked = known;
    }

    /**
     * Creates an iterator over an object, which may have white space around it.
     *
     * @throws IllegalArgumentException if the value is not an object
     */
    public static Members of(Slice object) {
        int at = Json.skipSpace(object.bytes(), object.from(), object.to());
        if (at == object.to() || object.bytes()[at] != '{') {
            throw new IllegalArgumentException("value: must be a JSON object");
        }
        return new Members(object.bytes(), at + 1, object.to(), null, null);
    }

    /** Creates an iterator over an object whose large values have known ends. */
    public static Members of(CheckedJson object) {
        Slice value = object.value();
        if (Json.type(value) != JsonType.OBJECT) {
            throw new IllegalArgumentException("value: must be a JSON object");
        }
        return new Members(value.bytes(), value.from() + 1, value.to(), null, object);
    }

    /** Returns the value of the last member with that name, as most parsers do with duplicate names; null if there is none. */
    public static @Nullable Slice get(Slice object, String name) {
        int at = Json.skipSpace(object.bytes(), object.from(), object.to());
        if (at == object.to() || object.bytes()[at] != '{') {
            return null;
        }
        byte[] wanted = Utf8.encode(name);
        Members members = new Members(object.bytes(), at + 1, object.to(), null, null);
        Slice found = null;
        while (members.next()) {
            if (keyIs(members.key(), wanted)) {
                found = members.value();
            }
        }
        return found;
    }

    /** Moves to the next member; returns false after the last. */
    public boolean next() {
        int i = Json.skipSpace(b, at < 0 ? valueEnd() : at, end);
        if (i < end && b[i] == ',') {
            i = Json.skipSpace(b, i + 1, end);
        }
        if (i >= end || b[i] != '"') {
            at = end;
            if (valueEndListener != null && i < end && b[i] == '}') {
                valueEndListener.onValueEnd(i + 1);
            }
            return false;
        }
        keyFrom = i + 1;
        i = Json.skipString(b, i, end);
        keyTo = Math.max(keyFrom, i - 1);
        i = Json.skipSpace(b, i, end);
        if (i < end && b[i] == ':') {
            i = Json.skipSpace(b, i + 1, end);
        }
        valueFrom = i;
        valueTo = UNKNOWN;
        at = UNKNOWN;
        return true;
    }

    private int valueEnd() {
        if (valueTo == UNKNOWN) {
            valueTo = checked == null ? Json.skipValue(b, valueFrom, end) : checked.skipValue(valueFrom, end);
        }
        return valueTo;
    }

    @Override
    public void onValueEnd(int offset) {
        valueTo = offset;
    }

    /** Returns the type of the value, derived from its first byte. */
    public JsonType type() {
        if (valueFrom >= end) {
            throw new IllegalStateException("no current value: call next() first");
        }
        return Json.typeAt(b[valueFrom]);
    }

    /** Returns the members of the value, which must be an object. Iterate over them before the next call of {@link #next}. */
    public Members members() {
        return new Members(b, valueFrom + 1, end, this, checked);
    }

    /** Returns the elements of the value, which must be an array. Iterate over them before the next call of {@link #next}. */
    public Elements elements() {
        return new Elements(b, valueFrom + 1, end, this, checked);
    }

    /** Returns the key between its quotes, still escaped. */
    public Slice key() {
        return new Slice(b, keyFrom, keyTo);
    }

    /** Returns whether the decoded key equals that name. */
    public boolean keyIs(String asciiName) {
        if (keyTo - keyFrom != asciiName.length()) {
            return keyTo - keyFrom > asciiName.length() && keyIs(key(), Utf8.encode(asciiName));
        }
        for (int i = 0; i < asciiName.length(); i++) {
            if (b[keyFrom + i] != asciiName.charAt(i)) {
                return false;
            }
        }
        return asciiName.indexOf('\\') < 0;
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
        return new Slice(b, valueFrom, valueEnd());
    }

    /** Returns the length of the value in bytes. */
    public int valueLength() {
        return valueEnd() - valueFrom;
    }

    /** Returns the member from the opening quote of its key to the end of its value. */
    public Slice member() {
        return new Slice(b, keyFrom - 1, valueEnd());
    }
}
