package dev.plimsoll.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Walks the members of one valid object in the order they were written; looks at nothing before it is asked to. */
public final class Members {

    private final byte[] b;
    private final int end;
    private int at;
    private int keyFrom;
    private int keyTo;
    private int valueFrom;
    private int valueTo;

    private Members(byte[] b, int at, int end) {
        this.b = b;
        this.at = at;
        this.end = end;
    }

    /** The object may have white space around it; anything else than an object is refused. */
    public static Members of(Slice object) {
        int at = Json.skipSpace(object.bytes(), object.from(), object.to());
        if (at == object.to() || object.bytes()[at] != '{') {
            throw new IllegalArgumentException("value: must be a JSON object");
        }
        return new Members(object.bytes(), at + 1, object.to());
    }

    /** The value of the last member of that name, as most parsers have it when a name comes twice; or null. */
    public static @Nullable Slice get(Slice object, String name) {
        int at = Json.skipSpace(object.bytes(), object.from(), object.to());
        if (at == object.to() || object.bytes()[at] != '{') {
            return null;
        }
        byte[] wanted = Utf8.bytes(name);
        Members members = new Members(object.bytes(), at + 1, object.to());
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
        int i = Json.skipSpace(b, at, end);
        if (i < end && b[i] == ',') {
            i = Json.skipSpace(b, i + 1, end);
        }
        if (i >= end || b[i] != '"') {
            at = end;
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
        valueTo = Json.skipValue(b, i, end);
        at = valueTo;
        return true;
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
        return new Slice(b, valueFrom, valueTo);
    }

    /** From the opening quote of the key to the end of the value. */
    public Slice member() {
        return new Slice(b, keyFrom - 1, valueTo);
    }
}
