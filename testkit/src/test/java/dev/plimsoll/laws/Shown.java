package dev.plimsoll.laws;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.testkit.Parsed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The JSON object of an answer that carries the header.
 *
 * @param main the whole object
 * @param block the index of the text that it is; -1 for the structured content
 * @param header the header's object: {@code main} itself, or its first member {@code _plimsoll}
 */
record Shown(Slice main, int block, JsonNode header, boolean inside) {

    /** Null when this is not an object with the header of that answer. */
    static @Nullable Shown of(Slice json, int block, Answered answered) {
        if (Json.type(json) != JsonType.OBJECT) {
            return null;
        }
        Members members = Members.of(json);
        if (!members.next()) {
            return null;
        }
        boolean inside = members.keyIs("_plimsoll") && Json.type(members.value()) == JsonType.OBJECT;
        Slice header = inside ? members.value() : json;
        JsonNode tree = Parsed.tree(header.toByteArray());
        return tree.has("notice") && agrees(tree, answered) ? new Shown(json, block, tree, inside) : null;
    }

    /** Data that imitates a header does not know the cursor and the cost of this very answer. */
    private static boolean agrees(JsonNode header, Answered answered) {
        JsonNode page = answered.page();
        return page != null
                && same(header.get("nextCursor"), page.get("nextCursor"))
                && same(header.get("estimatedTokens"), page.get("estimatedTokens"));
    }

    private static boolean same(@Nullable JsonNode one, @Nullable JsonNode other) {
        return one == null ? other == null : one.equals(other);
    }

    String path() {
        JsonNode path = header.get("path");
        return path == null ? "" : path.asString();
    }

    /** The cursor that reads parts of this answer by path. */
    String readingCursor() {
        JsonNode next = header.get("nextCursor");
        JsonNode cursor = next == null ? header.get("cursor") : next;
        if (cursor == null) {
            throw new AssertionError("no cursor in " + header);
        }
        return cursor.asString();
    }

    /** The cut value: {@code items}, or what stands at a pointer from the object that was cut. */
    Slice cut(JsonPointer way) {
        Slice wrapped = wrapped();
        Slice found = wrapped == null ? find(way) : wrapped;
        if (found == null) {
            throw new AssertionError("nothing at " + way + " in " + main.utf8());
        }
        return found;
    }

    /** The list or text that the header wraps itself; null when there is an object around it. */
    @Nullable Slice wrapped() {
        Slice items = inside ? null : Members.get(main, "items");
        return inside || items != null ? items : Members.get(main, "text");
    }

    /** What stands at a pointer from the object that was cut; it is wrapped when it has a member of our name already. */
    @Nullable Slice find(JsonPointer way) {
        Slice object = object();
        return object == null ? null : way.find(object);
    }

    /** The object that was cut, header and all. */
    @Nullable Slice object() {
        return inside ? main : Members.get(main, "value");
    }

    boolean isList() {
        return header.has("totalCount");
    }

    boolean isChunk() {
        return header.has("chunkIndex");
    }

    /** The objects of a list in the header, such as {@code folded}. */
    List<JsonNode> list(String field) {
        List<JsonNode> list = new ArrayList<>();
        JsonNode found = header.get(field);
        if (found != null) {
            found.forEach(list::add);
        }
        return list;
    }
}
