package dev.plimsoll.shape.page;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.draft.AnswerDraft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys that objects of a list have in common, in the same order as in the objects. Keys are compared as they were
 * written, so that the object can be restored from its row with every escape.
 */
final class SharedKeys {

    private static final int MAX_KEYS = 200;

    /** Minimum share of the objects, as a divisor, that have the key of a column. */
    private static final int MIN_SHARE_DIVISOR = 4;

    private static final List<String> ABSENT_MARKS = List.of("\"-\"", "\"--\"", "\"---\"", "\"----\"");

    private final Map<String, Integer> columns;
    private final @Nullable String absent;

    private SharedKeys(List<String> keys, @Nullable String absent) {
        this.columns = new LinkedHashMap<>();
        keys.forEach(key -> columns.put(key, columns.size()));
        this.absent = absent;
    }

    /** Returns the columns for lists like these items; null if they are not a list of similar objects. */
    static @Nullable SharedKeys of(List<Slice> items) {
        List<Slice> objects = new ArrayList<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Slice item : items) {
            JsonType type = Json.type(item);
            if (type == JsonType.ARRAY) {
                return null;
            }
            if (type == JsonType.OBJECT) {
                objects.add(item);
                count(item, counts);
            }
        }
        counts.values().removeIf(count -> count * MIN_SHARE_DIVISOR < objects.size());
        if (objects.size() < 2 || counts.isEmpty() || counts.size() > MAX_KEYS) {
            return null;
        }
        boolean gaps = counts.values().stream().anyMatch(count -> count < objects.size());
        return new SharedKeys(orderKeys(objects, counts), gaps ? findUnusedMark(objects) : null);
    }

    private static void count(Slice object, Map<String, Integer> counts) {
        Members members = Members.of(object);
        while (members.next()) {
            counts.merge(members.key().utf8(), 1, Integer::sum);
        }
    }

    /** Returns the keys; each new key follows the keys before it in the object where it occurs first. */
    private static List<String> orderKeys(List<Slice> objects, Map<String, Integer> counts) {
        List<String> keys = new ArrayList<>();
        for (Slice object : objects) {
            int at = 0;
            Members members = Members.of(object);
            while (members.next()) {
                String key = members.key().utf8();
                int index = counts.containsKey(key) ? keys.indexOf(key) : -1;
                if (index < 0 && counts.containsKey(key)) {
                    keys.add(at++, key);
                } else {
                    at = Math.max(at, index + 1);
                }
            }
        }
        return keys;
    }

    /** Returns a string that occurs in none of the values; null if all candidates occur. */
    private static @Nullable String findUnusedMark(List<Slice> objects) {
        List<String> free = new ArrayList<>(ABSENT_MARKS);
        for (Slice object : objects) {
            Members members = Members.of(object);
            while (members.next()) {
                if (members.value().length()
                        <= ABSENT_MARKS.get(ABSENT_MARKS.size() - 1).length()) {
                    free.remove(members.value().utf8());
                }
            }
        }
        return free.isEmpty() ? null : free.get(0);
    }

    /**
     * Returns the JSON value in a row for a field that its item lacks; null if every row has all fields, or all marks
     * are used.
     */
    @Nullable String absent() {
        return absent;
    }

    void writeNames(AnswerDraft answerDraft) {
        String separator = "[";
        for (String key : columns.keySet()) {
            answerDraft.ascii(separator).ascii("\"").raw(Slice.of(key)).ascii("\"");
            separator = ",";
        }
        answerDraft.ascii("]");
    }

    /** Writes an item as a row. Returns false and writes nothing if a row cannot express the item. */
    boolean writeRow(Slice item, AnswerDraft answerDraft) {
        @Nullable Slice[] cells = new @Nullable Slice[columns.size()];
        if (Json.type(item) != JsonType.OBJECT || !fillCells(item, cells)) {
            return false;
        }
        Slice gap = Slice.of(absent == null ? "" : absent);
        for (int i = 0; i < cells.length; i++) {
            Slice cell = cells[i];
            answerDraft.ascii(i == 0 ? "[" : ",").raw(cell == null ? gap : cell);
        }
        answerDraft.ascii("]");
        return true;
    }

    private boolean fillCells(Slice object, @Nullable Slice[] cells) {
        int last = -1;
        int filled = 0;
        Members members = Members.of(object);
        while (members.next()) {
            Integer column = columns.get(members.key().utf8());
            Slice value = members.value();
            if (column == null || column <= last || (absent != null && value.contentEquals(Slice.of(absent)))) {
                return false;
            }
            last = column;
            cells[column] = value;
            filled++;
        }
        // with mostly gaps the object itself is shorter
        return filled == cells.length || (absent != null && filled * 2 >= cells.length);
    }
}
