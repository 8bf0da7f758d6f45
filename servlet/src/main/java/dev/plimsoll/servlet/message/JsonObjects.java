package dev.plimsoll.servlet.message;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Methods that find and replace members of JSON objects. */
final class JsonObjects {

    private static final int MAX_KEY_LENGTH = 64;

    private JsonObjects() {}

    static boolean isObject(@Nullable Slice value) {
        return value != null && Json.type(value) == JsonType.OBJECT;
    }

    /** Returns the value of a member; null if there is none, or if {@code object} is not an object. */
    static @Nullable Slice findValue(@Nullable Slice object, String name) {
        return object == null || !isObject(object) ? null : Members.get(object, name);
    }

    /** Returns the member if it is an object, else null. */
    static @Nullable Slice findObject(@Nullable Slice object, String name) {
        Slice value = findValue(object, name);
        return isObject(value) ? value : null;
    }

    /** Returns the member if it is a string, else null. */
    static @Nullable String findText(@Nullable Slice object, String name) {
        Slice value = findValue(object, name);
        return value == null || Json.type(value) != JsonType.STRING
                ? null
                : JsonText.unescapeToString(Json.stringInside(value));
    }

    /** Returns the object with the member set to the value. A new member is the last one. */
    static Slice withMember(Slice object, String name, Slice value) {
        JsonWriter json = new JsonWriter(object.length() + value.length() + name.length() + 4).beginObject();
        boolean isWritten = false;
        Members members = Members.of(object);
        while (members.next()) {
            if (!members.keyIs(name)) {
                json.rawMember(members.member());
            } else if (!isWritten) {
                json.raw(name, value);
                isWritten = true;
            }
        }
        if (!isWritten) {
            json.raw(name, value);
        }
        return json.endObject().slice();
    }

    /**
     * Returns whether the object has at most one member of each of these names. Names that differ only in case count as
     * equal, because some parsers ignore case.
     */
    static boolean isUnambiguous(@Nullable Slice object, List<String> names) {
        if (object == null || !isObject(object)) {
            return true;
        }
        Set<String> seen = new HashSet<>();
        Members members = Members.of(object);
        while (members.next()) {
            // each character of a name may be a Unicode escape of six bytes
            if (members.key().length() <= 6 * MAX_KEY_LENGTH) {
                String name = members.keyText().toLowerCase(Locale.ROOT);
                if (names.contains(name) && !seen.add(name)) {
                    return false;
                }
            }
        }
        return true;
    }
}
