package dev.plimsoll.model;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Array or string inside an object that makes up over half of the object.
 *
 * @param path keys that lead to it
 * @param value the array or string
 */
public record DominantValue(List<String> path, Slice value) {

    public DominantValue {
        path = List.copyOf(path);
    }

    private static final int MAX_DEPTH = 32;
    private static final int MAX_KEY_BYTES = 200;

    /**
     * Finds the dominant value, or returns null if there is none. Bytes are compared instead of tokens: a member with over half
     * of the bytes but not of the tokens is near half in both, and then either result is fine.
     *
     * @param members members of the object itself
     */
    public static @Nullable DominantValue find(Slice object, MemberIndex members) {
        List<String> path = new ArrayList<>();
        MemberIndex current = members;
        for (int depth = 0; depth < MAX_DEPTH; depth++) {
            int largest = findLargest(current, object.length() / 2L);
            // a path cannot name a key that occurs twice
            if (largest < 0 || current.count(current.keyText(largest)) != 1) {
                return null;
            }
            path.add(current.keyText(largest));
            Slice value = current.value(largest);
            JsonType type = Json.type(value);
            if (type == JsonType.ARRAY || type == JsonType.STRING) {
                return new DominantValue(path, value);
            }
            if (type != JsonType.OBJECT) {
                return null;
            }
            current = MemberIndex.of(value);
        }
        return null;
    }

    private static int findLargest(MemberIndex members, long minBytes) {
        for (int i = 0; i < members.count(); i++) {
            if (members.valueLength(i) > minBytes && members.keyLength(i) <= MAX_KEY_BYTES) {
                return i;
            }
        }
        return -1;
    }

    public boolean isArray() {
        return Json.type(value) == JsonType.ARRAY;
    }
}
