package dev.plimsoll.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks the members of one valid object in the order they were written; looks at nothing before it is asked to. A value is
 * skipped only when its end is needed: who walks inside it ({@link #members}, {@link #elements}) saves that second look.
 */
public final class Members implements OuterWalk {

    private static final int UNKNOWN = -1;

    private final byte[] b;
    private final int end;
    private int at;
    private int keyFrom;
    private int keyTo;
    private int valueFrom;
    private int valueTo;
    private final @Nullable OuterWalk outerWalk;
    private final @Nullable CheckedJson known;

    Members(byte[] b, int at, int end, @Nullable OuterWalk outerWalk, @Nullable CheckedJson known) {
        this.b = b;
        this.at = at;
        this.end = end;
        this.outerWalk = outerWalk;
        this.known = known;
    }

    /** The object may have white space around it; anything else than an object is refused. */
    public static Members of(Slice object) {
        int at = Json.skipSpace(object.bytes(), object.from(), object.to());
        if (at == object.to() || object.bytes()[at] != '{') {
            throw new IllegalArgumentException("value: must be a JSON object");
        }
        return new Members(object.bytes(), at + 1, object.to(), null, null);
    }

    /** The same of an object of which is known where its large values end. */
    public static Members of(CheckedJson object) {
        Slice value = object.value();
        if (Json.type(value) != JsonType.OBJECT) {
            throw new IllegalArgumentException("value: must be a JSON object");
        }
        return new Members(value.bytes(), value.from() + 1, value.to(), null, object);
    }

    /** The value of the last member of that name, as most parsers have it when a name comes twice; or null. */
    public static @Nullable Slice get(Slice object, String name) {
        int at = Json.skipSpace(object.bytes(), object.from(), object.to());
        if (at == object.to() || object.bytes()[at] != '{') {
            return null;
        }
        byte[] wanted = Utf8.bytes(name);
        Members members = new Members(object.bytes(), at + 1, object.to(), null, null);
        Slice found = null;
        while (members.next()) {
            if (keyIs(members.key(), wanted)) {
                found = members.value();
            }
        }
        return found;
    }

    /** Steps to the next member; false after the last. */
    public boolean next() {
        int i = Json.skipSpace(b, at < 0 ? valueEnd() : at, end);
        if (i < end && b[i] == ',') {
            i = Json.skipSpace(b, i + 1, end);
        }
        if (i >= end || b[i] != '"') {
            at = end;
            if (outerWalk != null && i < end && b[i] == '}') {
                outerWalk.endsAt(i + 1);
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
            valueTo = known == null ? Json.skipValue(b, valueFrom, end) : known.skipValue(valueFrom, end);
        }
        return valueTo;
    }

    @Override
    public void endsAt(int offset) {
        valueTo = offset;
    }

    /** The type of the value, from its first byte. */
    public JsonType type() {
        if (valueFrom >= end) {
            throw new IllegalStateException("there is no value here");
        }
        return Json.typeAt(b[valueFrom]);
    }

    /** The members of the value, which must be an object. Walk them before the next step here. */
    public Members members() {
        return new Members(b, valueFrom + 1, end, this, known);
    }

    /** The elements of the value, which must be an array. Walk them before the next step here. */
    public Elements elements() {
        return new Elements(b, valueFrom + 1, end, this, known);
    }

    /** What stands between the quotes of the key, still escaped. */
    public Slice key() {
        return new Slice(b, keyFrom, keyTo);
    }

    /** Whether the key means that name, however it was written. */
    public boolean keyIs(String asciiName) {
        if (keyTo - keyFrom != asciiName.length()) {
            return keyTo - keyFrom > asciiName.length() && keyIs(key(), Utf8.bytes(asciiName));
        }
        for (int i = 0; i < asciiName.length(); i++) {
            if (b[keyFrom + i] != asciiName.charAt(i)) {
                return false;
            }
        }
        return asciiName.indexOf('\\') < 0;
    }

    static boolean keyIs(Slice key, byte[] name) {
        // an escape is never shorter than what it stands for
        if (key.length() < name.length) {
            return false;
        }
        if (JsonText.hasEscapes(key)) {
            return Arrays.equals(JsonText.unescape(key), name);
        }
        return Arrays.equals(key.bytes(), key.from(), key.to(), name, 0, name.length);
    }

    public String keyText() {
        return JsonText.text(key());
    }

    public Slice value() {
        return new Slice(b, valueFrom, valueEnd());
    }

    /** How many bytes the value takes. */
    public int valueLength() {
        return valueEnd() - valueFrom;
    }

    /** From the opening quote of the key to the end of the value. */
    public Slice member() {
        return new Slice(b, keyFrom - 1, valueEnd());
    }
}
