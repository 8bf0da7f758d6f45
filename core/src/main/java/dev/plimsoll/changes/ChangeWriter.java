package dev.plimsoll.changes;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonPointer;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writer of the changes between two documents. Its memory and time grow in proportion to the documents. */
final class ChangeWriter {

    /** Depth from which values are compared as a whole. */
    private static final int MAX_DEPTH = 200;

    /** Bytes that a change may have in addition to its values. */
    private static final int FRAME_BYTES = 200;

    private final Slice before;
    private final Slice now;
    private Output output = Output.create();
    /** Maximum bytes of the output. If there are more changes, the whole value is written as one change. */
    private int limit;

    private boolean isInRecord;
    private int added;
    private int removed;
    private int changed;
    private int moved;
    private int unchanged;
    private @Nullable String identity;

    /** Signals that a list of changes is longer than the values themselves. */
    private static final class TooLongSignal extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLongSignal() {
            super(null, null, false, false);
        }
    }

    /** Array of changes, and the bytes that it is written to. */
    private record Output(ByteSink bytes, JsonWriter json) {

        static Output create() {
            ByteSink bytes = new ByteSink(1024);
            return new Output(bytes, new JsonWriter(bytes).beginArray());
        }

        Slice end() {
            json.endArray();
            return bytes.slice();
        }
    }

    /** Place of a value in both documents. */
    private record Place(JsonPointer before, JsonPointer now, int depth) {

        Place child(String key) {
            return new Place(before.child(key), now.child(key), depth + 1);
        }

        Place child(int indexBefore, int index) {
            return new Place(before.child(indexBefore), now.child(index), depth + 1);
        }
    }

    ChangeWriter(Slice before, Slice now) {
        this.before = Json.trim(before);
        this.now = Json.trim(now);
        this.limit = (int) Math.min(Integer.MAX_VALUE / 2, 4L * ((long) before.length() + now.length()) + (1 << 16));
    }

    DocumentChanges write() {
        try {
            compare(before, now, new Place(JsonPointer.root(), JsonPointer.root(), 0), null);
        } catch (TooLongSignal signal) {
            output = Output.create();
            added = 0;
            removed = 0;
            moved = 0;
            unchanged = 0;
            changed = 1;
            begin("changed", JsonPointer.root(), null).raw("is", slim(now)).endObject();
        }
        return new DocumentChanges(
                output.end(), new DocumentChanges.Counts(added, removed, changed, moved, unchanged, identity));
    }

    /** Writes the changes of a value; returns whether there are any. */
    private boolean compare(Slice old, Slice value, Place place, @Nullable Slice id) {
        if (old.contentEquals(value)) {
            return false;
        }
        JsonType type = Json.type(old);
        if (type != Json.type(value) || place.depth >= MAX_DEPTH) {
            return replaceUnlessEqual(old, value, place, id);
        }
        return switch (type) {
            case OBJECT -> compareObjects(old, value, place, id);
            case ARRAY -> compareArrays(old, value, place);
            default -> replaceUnlessEqual(old, value, place, id);
        };
    }

    private boolean replaceUnlessEqual(Slice old, Slice value, Place place, @Nullable Slice id) {
        if (ArrayMatch.content(old).equals(ArrayMatch.content(value))) {
            return false;
        }
        count("changed");
        JsonWriter json = begin("changed", place.now, id);
        json.raw("was", slim(old)).raw("is", slim(value)).endObject();
        requireWithinLimit();
        return true;
    }

    private boolean compareObjects(Slice old, Slice value, Place place, @Nullable Slice id) {
        Map<String, Slice> oldMembers = members(old);
        Map<String, Slice> members = members(value);
        if (oldMembers == null || members == null) {
            return replaceUnlessEqual(old, value, place, id);
        }
        boolean isChanged = false;
        for (Map.Entry<String, Slice> member : members.entrySet()) {
            Slice earlier = oldMembers.remove(member.getKey());
            Place child = place.child(member.getKey());
            if (earlier != null) {
                isChanged |= compare(earlier, member.getValue(), child, null);
            } else {
                isChanged = true;
                add("added", child.now, null, member.getValue());
            }
        }
        for (Map.Entry<String, Slice> member : oldMembers.entrySet()) {
            isChanged = true;
            add("removed", place.before.child(member.getKey()), null, member.getValue());
        }
        return isChanged;
    }

    /** Returns the members by name; null if two have the same name. */
    private static @Nullable Map<String, Slice> members(Slice object) {
        Map<String, Slice> found = new LinkedHashMap<>();
        Members members = Members.of(object);
        while (members.next()) {
            if (found.put(JsonText.unescapeToString(members.key()), members.value()) != null) {
                return null;
            }
        }
        return found;
    }

    private boolean compareArrays(Slice old, Slice value, Place place) {
        ItemIndex earlier = ItemIndex.of(old);
        ItemIndex items = ItemIndex.of(value);
        ArrayMatch match = ArrayMatch.of(earlier, items);
        boolean isOutermost = !isInRecord;
        if (isOutermost && identity == null) {
            identity = match.identity();
        }
        boolean isChanged = false;
        for (int i : match.removed()) {
            add("removed", place.before.child(i), id(match, earlier.item(i)), earlier.item(i));
            isChanged = true;
        }
        for (int j = 0; j < items.count(); j++) {
            Slice id = id(match, items.item(j));
            if (match.earlierIndexes()[j] < 0) {
                add("added", place.now.child(j), id, items.item(j));
                isChanged = true;
                continue;
            }
            Place child = place.child(match.earlierIndexes()[j], j);
            Slice before = earlier.item(match.earlierIndexes()[j]);
            boolean isItemChanged = isOutermost
                    ? compareRecord(before, items.item(j), child, match.moved()[j], id)
                    : compareItem(before, items.item(j), child, match.moved()[j], id);
            isChanged |= isItemChanged;
            unchanged += isOutermost && !isItemChanged ? 1 : 0;
        }
        return isChanged;
    }

    private static @Nullable Slice id(ArrayMatch match, Slice item) {
        String field = match.identity();
        return field == null ? null : Members.get(item, field);
    }

    /** Writes the changes of an item inside of a record. */
    private boolean compareItem(Slice old, Slice value, Place place, boolean isMoved, @Nullable Slice id) {
        boolean isChanged = compare(old, value, place, id);
        if (isMoved) {
            begin("moved", place.now, id)
                    .string("from", place.before.toString())
                    .endObject();
            requireWithinLimit();
        }
        return isChanged || isMoved;
    }

    /**
     * Writes the changes of a record as one change: with the changes of its fields, or with both values if
     * these are shorter.
     */
    private boolean compareRecord(Slice old, Slice value, Place place, boolean isMoved, @Nullable Slice id) {
        if (old.contentEquals(value) || Json.type(old) != Json.type(value) || !isContainer(value)) {
            boolean isChanged = compareAsWhole(old, value, place, isMoved, id);
            return isChanged || isMoved;
        }
        Output outer = output;
        int outerLimit = limit;
        output = Output.create();
        limit = old.length() + value.length() + FRAME_BYTES;
        isInRecord = true;
        Slice fields;
        boolean isChanged;
        try {
            isChanged = compare(old, value, place, null);
            fields = output.end();
        } catch (TooLongSignal signal) {
            isChanged = true;
            fields = null;
        }
        output = outer;
        limit = outerLimit;
        isInRecord = false;
        if (!isChanged) {
            return isMoved && writeMoved(place, id);
        }
        count("changed");
        JsonWriter json = begin("changed", place.now, id);
        if (isMoved) {
            json.string("from", place.before.toString());
        }
        if (fields == null) {
            json.raw("was", slim(old)).raw("is", slim(value)).endObject();
        } else {
            json.raw("fields", fields).endObject();
        }
        requireWithinLimit();
        return true;
    }

    private static boolean isContainer(Slice value) {
        return Json.type(value) == JsonType.OBJECT || Json.type(value) == JsonType.ARRAY;
    }

    /** Writes the change of a value without the changes inside of it. */
    private boolean compareAsWhole(Slice old, Slice value, Place place, boolean isMoved, @Nullable Slice id) {
        boolean isEqual = old.contentEquals(value) || ArrayMatch.content(old).equals(ArrayMatch.content(value));
        if (isEqual) {
            return isMoved && writeMoved(place, id);
        }
        count("changed");
        JsonWriter json = begin("changed", place.now, id);
        if (isMoved) {
            json.string("from", place.before.toString());
        }
        json.raw("was", slim(old)).raw("is", slim(value)).endObject();
        requireWithinLimit();
        return true;
    }

    private boolean writeMoved(Place place, @Nullable Slice id) {
        count("moved");
        begin("moved", place.now, id).string("from", place.before.toString()).endObject();
        requireWithinLimit();
        return true;
    }

    private void add(String change, JsonPointer path, @Nullable Slice id, Slice value) {
        count(change);
        begin(change, path, id).raw("value", slim(value)).endObject();
        requireWithinLimit();
    }

    private JsonWriter begin(String change, JsonPointer path, @Nullable Slice id) {
        JsonWriter json = output.json.beginObject().string("change", change).string("path", path.toString());
        return id == null ? json : json.raw("id", id);
    }

    /** Returns a value without the white space between its tokens and without the escapes that it does not need. */
    private static Slice slim(Slice value) {
        return new ByteSink(value.length()).json(value).slice();
    }

    /** Counts a change, except inside of a record: all changes of a record count as one. */
    private void count(String change) {
        if (isInRecord) {
            return;
        }
        switch (change) {
            case "added" -> added++;
            case "removed" -> removed++;
            case "changed" -> changed++;
            default -> moved++;
        }
    }

    /** Ends the comparison of the current value if the list of its changes is longer than the limit. */
    private void requireWithinLimit() {
        if (output.bytes.size() > limit) {
            throw new TooLongSignal();
        }
    }
}
