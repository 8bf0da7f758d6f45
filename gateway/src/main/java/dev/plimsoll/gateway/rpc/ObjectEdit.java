package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Changes or reads single members of JSON objects; everything else stays unchanged byte for byte. */
public final class ObjectEdit {

    private ObjectEdit() {}

    /** Replaces the value of every member of that name, or adds one if there is none. */
    public static Slice with(Slice object, String name, Slice value) {
        ByteSink out = new ByteSink(object.length() + value.length() + name.length() + 8).ascii("{");
        boolean isFound = false;
        Members members = Members.of(object);
        while (members.next()) {
            out.ascii(out.size() == 1 ? "" : ",");
            if (members.keyIs(name)) {
                isFound = true;
                out.ascii("\"").raw(members.key()).ascii("\":").raw(value);
            } else {
                out.raw(members.member());
            }
        }
        if (!isFound) {
            out.ascii(out.size() == 1 ? "" : ",").string(name).ascii(":").raw(value);
        }
        return out.ascii("}").slice();
    }

    /** Returns the object without the members of that name. */
    public static Slice without(Slice object, String name) {
        ByteSink out = new ByteSink(object.length()).ascii("{");
        Members members = Members.of(object);
        while (members.next()) {
            if (!members.keyIs(name)) {
                out.ascii(out.size() == 1 ? "" : ",").raw(members.member());
            }
        }
        return out.ascii("}").slice();
    }

    /** Returns the object of that name inside this one, or null. */
    public static @Nullable Slice objectIn(Slice object, String name) {
        Slice value = Json.type(object) == JsonType.OBJECT ? Members.get(object, name) : null;
        return value != null && Json.type(value) == JsonType.OBJECT ? value : null;
    }

    /** Returns the value of that name; null if there is none, or if this is not an object. */
    public static @Nullable Slice valueIn(Slice value, String name) {
        return Json.type(value) == JsonType.OBJECT ? Members.get(value, name) : null;
    }

    /**
     * Returns the string of that name inside an object; null if there is none or it is longer than {@code maxBytes}.
     */
    public static @Nullable String textIn(@Nullable Slice object, String name, int maxBytes) {
        if (object == null || Json.type(object) != JsonType.OBJECT) {
            return null;
        }
        Slice value = Members.get(object, name);
        boolean isShortText = value != null && Json.type(value) == JsonType.STRING && value.length() <= maxBytes;
        return isShortText && value != null ? JsonText.unescapeToString(Json.stringInside(value)) : null;
    }
}
