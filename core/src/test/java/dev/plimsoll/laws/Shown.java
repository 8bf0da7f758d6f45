package dev.plimsoll.laws;

import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The JSON object of an answer that contains the header.
 *
 * @param main the whole object
 * @param block the index of its text block; -1 for the structured content
 * @param header the object with the fields of the header: {@code main} itself, or its first member {@code _plimsoll} in
 *     the styles trim and receipt
 * @param inside whether the header is in the member {@code _plimsoll}
 */
record Shown(Slice main, int block, Fields header, boolean inside) {

    private static final List<String> WRAPPERS = List.of("items", "results", "data", "text");

    /** Fields that are in the text and in {@code _meta} of every answer that has them. */
    private static final List<String> SHARED_FIELDS =
            List.of("nextCursor", "cursor", "totalCount", "range", "hasMore", "startLine", "endLine", "path");

    /** Returns the object with the header, or null if the JSON is not an object with the header of the
     * answer. */
    static @Nullable Shown of(Slice json, int block, Answered answered) {
        if (!json.sub(0, Math.min(json.length(), 14)).utf8().matches("(?s)\\{\"(notice|_plimsoll)\".*")
                || !Json.isValid(json)) {
            return null;
        }
        Members members = Members.of(json);
        if (!members.next()) {
            return null;
        }
        boolean inside = members.keyIs("_plimsoll") && Json.type(members.value()) == JsonType.OBJECT;
        Fields fields = new Fields(inside ? members.value() : json);
        return fields.has("notice") && agrees(fields, answered) ? new Shown(json, block, fields, inside) : null;
    }

    /** Returns an answer in a literal form, whose keys its style prescribes. The header is in {@code _meta}.
     * Null if not an object. */
    static @Nullable Shown literal(Slice json, int block, Fields page) {
        boolean object = Json.isValid(json) && Json.type(json) == JsonType.OBJECT;
        return object ? new Shown(json, block, page, false) : null;
    }

    /** Returns whether a header belongs to the answer. A server that imitates headers does not know the
     * cursor and range. */
    private static boolean agrees(Fields header, Answered answered) {
        Fields page = answered.page();
        return page != null
                && SHARED_FIELDS.stream().allMatch(name -> Objects.equals(header.find(name), page.find(name)));
    }

    String path() {
        String path = header.findText("path");
        return path == null ? "" : path;
    }

    /** Returns the cursor that reads parts of this answer by path. */
    String readCursor() {
        return header.text(header.has("nextCursor") ? "nextCursor" : "cursor");
    }

    /** Returns the cut value: {@code items}, or the value at a pointer that is relative to the cut
     * object. */
    Slice cut(JsonPointer relativePath) {
        Slice wrapped = wrapped();
        Slice found = wrapped == null ? find(relativePath) : wrapped;
        if (found == null) {
            throw new AssertionError("nothing at " + relativePath + " in " + main.utf8());
        }
        return found;
    }

    /** Returns the items of the cut list; the items of a table are converted back. */
    ItemIndex items(JsonPointer relativePath) {
        return ItemIndex.of(header.has("encoding") ? TableDecoder.items(cut(relativePath)) : cut(relativePath));
    }

    /** Returns the list or text that the header wraps, or null if it is inside an object. */
    @Nullable Slice wrapped() {
        for (String name : inside ? List.<String>of() : WRAPPERS) {
            Slice found = Members.get(main, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Returns the value at a pointer that is relative to the cut object. */
    @Nullable Slice find(JsonPointer relativePath) {
        Slice object = object();
        return object == null ? null : relativePath.find(object);
    }

    /** Returns the cut object. It includes the header if the header is inside. */
    @Nullable Slice object() {
        return inside ? main : Members.get(main, "value");
    }

    boolean isList() {
        return header.has("range");
    }

    boolean isChunk() {
        return header.has("startLine");
    }
}
