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
    public static Slice of(Slice a, Slice b) {
        return of(a, b, 0);
    }

    private static Slice of(Slice a, Slice b, int depth) {
        JsonType type = Json.type(a);
        if (type != Json.type(b) || depth > MAX_DEPTH) {
            return a;
        }
        return switch (type) {
            case OBJECT -> mergeObjects(a, b, depth);
            case ARRAY -> mergeArrays(a, b);
            case BOOLEAN -> a.equals(TRUE) ? a : b;
            default -> a;
        };
    }

    private static Slice mergeObjects(Slice a, Slice b, int depth) {
        Map<String, Slice> merged = new LinkedHashMap<>();
        for (Slice object : List.of(a, b)) {
            Members members = Members.of(object);
            while (members.next()) {
                merged.merge(members.keyText(), members.value(), (one, other) -> of(one, other, depth + 1));
            }
        }
        JsonWriter json = new JsonWriter(a.length() + b.length()).beginObject();
        merged.forEach(json::raw);
        return json.endObject().slice();
    }

    private static Slice mergeArrays(Slice a, Slice b) {
        List<Slice> merged = new ArrayList<>();
        for (Slice array : List.of(a, b)) {
            ItemIndex items = ItemIndex.of(array);
            for (int i = 0; i < items.count(); i++) {
                if (!merged.contains(items.item(i))) {
                    merged.add(items.item(i));
                }
            }
        }
        JsonWriter json = new JsonWriter(a.length() + b.length());
        return json.array(merged, (item, list) -> list.raw(item)).slice();
    }
}
