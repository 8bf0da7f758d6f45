package dev.plimsoll.laws;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON object with lookups that support lone surrogates. */
record Fields(Slice object) {

    boolean has(String name) {
        return find(name) != null;
    }

    @Nullable Slice find(String name) {
        return Members.get(object, name);
    }

    Slice get(String name) {
        Slice found = find(name);
        if (found == null) {
            throw new AssertionError("no " + name + " in " + object.utf8());
        }
        return found;
    }

    @Nullable String findText(String name) {
        Slice found = find(name);
        return found == null ? null : JsonText.unescapeToString(Json.stringInside(found));
    }

    String text(String name) {
        return JsonText.unescapeToString(Json.stringInside(get(name)));
    }

    int number(String name) {
        return Integer.parseInt(get(name).utf8());
    }

    boolean flag(String name) {
        return get(name).utf8().equals("true");
    }

    /** Returns the objects in an array, or an empty list if there is no such array. */
    List<Fields> list(String name) {
        List<Fields> list = new ArrayList<>();
        Slice array = find(name);
        if (array != null && Json.type(array) == JsonType.ARRAY) {
            ItemIndex index = ItemIndex.of(array);
            for (int i = 0; i < index.count(); i++) {
                list.add(new Fields(index.item(i)));
            }
        }
        return list;
    }

    /** Returns both ends of {@code range}, from 1. */
    int[] range() {
        ItemIndex ends = ItemIndex.of(get("range"));
        return new int[] {
            Integer.parseInt(ends.item(0).utf8()), Integer.parseInt(ends.item(1).utf8())
        };
    }
}
