package dev.plimsoll.shape.item.find;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.Utf8;
import dev.plimsoll.shape.draft.TextExcerpt;
import java.util.ArrayList;
import java.util.List;

/** Finds the names of the objects that contain a match: their {@code name}, {@code title}, or {@code id}. */
final class AncestorNames {

    private static final List<String> NAME_KEYS = List.of("name", "title", "id");
    private static final int MAX_LENGTH = 80;
    private static final int MAX_NAMES = 8;

    private AncestorNames() {}

    /** Returns the names of objects, in the same order; objects without a name are left out. */
    static List<Slice> of(List<Slice> objects) {
        List<Slice> names = new ArrayList<>();
        for (Slice object : objects) {
            Slice name = name(object);
            if (!name.isEmpty() && names.size() < MAX_NAMES) {
                names.add(name);
            }
        }
        return names;
    }

    /** Returns the name of an object as text; empty if it has none. */
    private static Slice name(Slice object) {
        Slice bestName = Slice.of("");
        int bestRank = NAME_KEYS.size();
        Members members = Members.of(object);
        while (members.next() && bestRank > 0) {
            Slice value = members.value();
            JsonType type = Json.type(value);
            boolean isName = type == JsonType.STRING || type == JsonType.NUMBER;
            int rank = isName && members.key().length() <= MAX_LENGTH ? NAME_KEYS.indexOf(members.keyText()) : -1;
            if (rank >= 0 && rank < bestRank) {
                bestRank = rank;
                bestName = type == JsonType.STRING ? JsonText.unescapeToSlice(Json.stringInside(value)) : value;
            }
        }
        return Utf8.codePoints(bestName) <= MAX_LENGTH ? bestName : TextExcerpt.of(bestName, 0, MAX_LENGTH);
    }
}
