package dev.plimsoll.model;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.MemberIndex;
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
public record DominantValue(List<String> way, Slice value) {

    public DominantValue {
        way = List.copyOf(way);
    }

    private static final int DEEPEST = 32;
    private static final int LONGEST_KEY = 200;

    /**
     * Null when there is none. Bytes stand for tokens: a member that has over half of the bytes of an object without
     * having over half of its tokens is near half in both, where either answer serves.
     *
     * @param members the members of the object itself
     */
    public static @Nullable DominantValue of(Slice object, MemberIndex members) {
        List<String> way = new ArrayList<>();
        MemberIndex at = members;
        for (int depth = 0; depth < DEEPEST; depth++) {
            int largest = largest(at, object.length() / 2L);
            // a key that stands twice cannot be named by a path
            if (largest < 0 || at.count(at.keyText(largest)) != 1) {
                return null;
            }
            way.add(at.keyText(largest));
            Slice value = at.value(largest);
            JsonType type = Json.type(value);
            if (type == JsonType.ARRAY || type == JsonType.STRING) {
                return new DominantValue(way, value);
            }
            if (type != JsonType.OBJECT) {
                return null;
            }
            at = MemberIndex.of(value);
        }
        return null;
    }

    private static int largest(MemberIndex members, long least) {
        for (int i = 0; i < members.count(); i++) {
            if (members.valueLength(i) > least && members.keyLength(i) <= LONGEST_KEY) {
                return i;
            }
        }
        return -1;
    }

    public boolean isArray() {
        return Json.type(value) == JsonType.ARRAY;
    }
}
