package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Reads or changes single members of JSON objects. The bytes of all other members stay the same. */
public final class ObjectEdit {

    private ObjectEdit() {}

    /** Replaces the value of every member of that name, or adds one if there is none. */
    public static Slice with(Slice object, String name, Slice value) {
        JsonWriter json = new JsonWriter(object.length() + value.length() + name.length() + 8).beginObject();
        boolean isFound = false;
        Members members = Members.of(object);
        while (members.next()) {
            if (members.keyIs(name)) {
                isFound = true;
                json.rawName(members.key()).raw(value);
            } else {
                json.rawMember(members.member());
            }
        }
        if (!isFound) {
            json.raw(name, value);
        }
        return json.endObject().slice();
    }

    /** Returns the object without the members of that name. */
    public static Slice without(Slice object, String name) {
        JsonWriter json = new JsonWriter(object.length()).beginObject();
        Members members = Members.of(object);
        while (members.next()) {
            if (!members.keyIs(name)) {
                json.rawMember(members.member());
            }
        }
        return json.endObject().slice();
    }

    /** Returns the member of that name; null if there is none, or if it is not an object. */
    public static @Nullable Slice objectIn(Slice object, String name) {
        return objectOrNull(valueIn(object, name));
    }

    /** Returns the member of that name; null if there is none, or if {@code value} is not an object. */
    public static @Nullable Slice valueIn(Slice value, String name) {
        return Json.type(value) == JsonType.OBJECT ? Members.get(value, name) : null;
    }

    /**
     * Returns the member of that name; null if there is none, if it is not a string, or if it is longer than
     * {@code maxBytes}.
     */
    public static @Nullable String textIn(@Nullable Slice object, String name, int maxBytes) {
        if (object == null || Json.type(object) != JsonType.OBJECT) {
            return null;
        }
        return shortText(Members.get(object, name), maxBytes);
    }

    /** Returns the value; null if it is not an object. */
    public static @Nullable Slice objectOrNull(@Nullable Slice value) {
        return value != null && Json.type(value) == JsonType.OBJECT ? value : null;
    }

    /** Returns the text of the value; null if it is not a string, or if it is longer than {@code maxBytes}. */
    public static @Nullable String shortText(@Nullable Slice value, int maxBytes) {
        boolean isShortText = value != null && Json.type(value) == JsonType.STRING && value.length() <= maxBytes;
        return isShortText && value != null ? JsonText.unescapeToString(Json.stringInside(value)) : null;
    }
}
