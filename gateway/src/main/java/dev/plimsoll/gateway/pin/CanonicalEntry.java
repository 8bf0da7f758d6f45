package dev.plimsoll.gateway.pin;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the canonical form of a tool's entry: members sorted by name, strings escaped in one way, no white
 * space. The entry's member {@code _meta} is left out, because models do not see it and it may differ in each
 * listing.
 */
final class CanonicalEntry {

    private static final String META = "_meta";

    /** Maximum depth. Deeper values are copied without changes, so that deep nesting cannot overflow the stack. */
    private static final int MAX_DEPTH = 200;

    private CanonicalEntry() {}

    private record Member(String name, Slice value) {}

    static Slice canonicalize(Slice entry) {
        JsonWriter json = new JsonWriter(entry.length());
        if (Json.type(entry) == JsonType.OBJECT) {
            writeObject(entry, 0, json);
        } else {
            json.raw(Json.trim(entry));
        }
        return Slice.of(json.toByteArray());
    }

    private static void write(Slice value, int depth, JsonWriter json) {
        if (depth > MAX_DEPTH) {
            json.raw(Json.trim(value));
            return;
        }
        switch (Json.type(value)) {
            case OBJECT -> writeObject(value, depth, json);
            case ARRAY -> {
                json.beginArray();
                for (Elements elements = Elements.of(value); elements.next(); ) {
                    write(elements.value(), depth + 1, json);
                }
                json.endArray();
            }
            case STRING -> json.string(JsonText.unescapeToSlice(Json.stringInside(value)));
            default -> json.raw(Json.trim(value));
        }
    }

    /**
     * Writes an object. Members with the same name keep their order, because parsers differ in which of them
     * they use.
     */
    private static void writeObject(Slice object, int depth, JsonWriter json) {
        List<Member> sortedMembers = new ArrayList<>();
        Members members = Members.of(object);
        while (members.next()) {
            String name = members.keyText();
            if (depth > 0 || !name.equals(META)) {
                sortedMembers.add(new Member(name, members.value()));
            }
        }
        // a lambda instead of Comparator.comparing: AOT caches do not store the latter, which costs 3 ms at
        // the first listing
        sortedMembers.sort((first, second) -> first.name().compareTo(second.name()));
        json.beginObject();
        for (Member member : sortedMembers) {
            json.name(member.name());
            write(member.value(), depth + 1, json);
        }
        json.endObject();
    }
}
