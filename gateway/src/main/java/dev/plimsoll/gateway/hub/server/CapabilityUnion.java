package dev.plimsoll.gateway.hub.server;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Merges two capability statements into their union. */
public final class CapabilityUnion {

    private static final int MAX_DEPTH = 8;
    private static final Slice TRUE = Slice.of("true");

    private CapabilityUnion() {}

    /**
     * Merges objects member by member, combines booleans with OR, and joins arrays; for other values, the first wins.
     */
    public static Slice merge(Slice first, Slice second) {
        return merge(first, second, 0);
    }

    private static Slice merge(Slice first, Slice second, int depth) {
        JsonType type = Json.type(first);
        if (type != Json.type(second) || depth > MAX_DEPTH) {
            return first;
        }
        return switch (type) {
            case OBJECT -> mergeObjects(first, second, depth);
            case ARRAY -> mergeArrays(first, second);
            case BOOLEAN -> first.equals(TRUE) ? first : second;
            default -> first;
        };
    }

    private static Slice mergeObjects(Slice first, Slice second, int depth) {
        Map<String, Slice> merged = new LinkedHashMap<>();
        for (Slice object : List.of(first, second)) {
            Members members = Members.of(object);
            while (members.next()) {
                merged.merge(
                        members.keyText(),
                        members.value(),
                        (firstValue, secondValue) -> merge(firstValue, secondValue, depth + 1));
            }
        }
        JsonWriter json = new JsonWriter(first.length() + second.length()).beginObject();
        merged.forEach(json::raw);
        return json.endObject().slice();
    }

    private static Slice mergeArrays(Slice first, Slice second) {
        List<Slice> merged = new ArrayList<>();
        for (Slice array : List.of(first, second)) {
            ItemIndex items = ItemIndex.of(array);
            for (int i = 0; i < items.count(); i++) {
                if (!merged.contains(items.item(i))) {
                    merged.add(items.item(i));
                }
            }
        }
        JsonWriter json = new JsonWriter(first.length() + second.length());
        return json.array(merged, (item, list) -> list.raw(item)).slice();
    }
}
