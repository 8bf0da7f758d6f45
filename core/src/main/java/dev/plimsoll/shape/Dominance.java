package dev.plimsoll.shape;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The array or string inside an object that makes up over half of it.
 *
 * @param way the keys that lead to it
 * @param value the array or string
 */
record Dominance(List<String> way, Slice value) {

    private static final int DEEPEST = 32;
    private static final int LONGEST_KEY = 200;

    /**
     * Null when there is none. Bytes stand for tokens: a member that has over half of the bytes of an object without
     * having over half of its tokens is near half in both, where either answer serves.
     */
    static @Nullable Dominance of(Slice object) {
        List<String> way = new ArrayList<>();
        Slice at = object;
        for (int depth = 0; depth < DEEPEST; depth++) {
            Slice largest = null;
            String key = "";
            Members members = Members.of(at);
            while (members.next()) {
                Slice value = members.value();
                if (value.length() * 2L > object.length() && members.key().length() <= LONGEST_KEY) {
                    largest = value;
                    key = members.keyText();
                }
            }
            if (largest == null) {
                return null;
            }
            way.add(key);
            JsonType type = Json.type(largest);
            if (type == JsonType.ARRAY || type == JsonType.STRING) {
                return isAmbiguous(object, way) ? null : new Dominance(List.copyOf(way), largest);
            }
            if (type != JsonType.OBJECT) {
                return null;
            }
            at = largest;
        }
        return null;
    }

    /** A key that stands twice cannot be named by a path. */
    private static boolean isAmbiguous(Slice object, List<String> way) {
        Slice at = object;
        for (String key : way) {
            int seen = 0;
            Slice value = at;
            Members members = Members.of(at);
            while (members.next()) {
                if (members.key().length() <= LONGEST_KEY * 6
                        && members.keyText().equals(key)) {
                    seen++;
                    value = members.value();
                }
            }
            if (seen != 1) {
                return true;
            }
            at = value;
        }
        return false;
    }

    boolean isArray() {
        return Json.type(value) == JsonType.ARRAY;
    }
}
