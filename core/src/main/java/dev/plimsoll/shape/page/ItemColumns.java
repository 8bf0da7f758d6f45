package dev.plimsoll.shape.page;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.shape.draft.AnswerDraft;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table: the keys that objects of a list have in common, with {@code user.login} for a key of a nested
 * object. A value that all rows share is a constant in place of a column. Keys are compared as they were written, so
 * that the object can be restored from its row with every escape.
 */
final class ItemColumns {

    private static final List<String> ABSENT_MARKS = List.of("\"-\"", "\"--\"", "\"---\"", "\"----\"");

    /** Key of the objects. A key of scalars has a column, or a constant value; a key of nested objects has neither. */
    private static final class Key {
        final int id;
        final Map<String, Key> nested = new LinkedHashMap<>();
        int column = -1;

        @Nullable Slice constant;

        Key(int id) {
            this.id = id;
        }
    }

    /** Values of one item by column, while it is not certain that a row can express the item. */
    private static final class Cells {
        final @Nullable Slice[] values;
        final BitSet seen = new BitSet();

        /** Column of the last value; a row can only express members in the order of the columns. */
        int lastColumn = -1;

        int valueCount;
        int constantCount;

        Cells(int columnCount) {
            values = new @Nullable Slice[columnCount];
        }
    }

    private final Key root;
    private final Map<String, Key> leaves = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Slice> constants = new LinkedHashMap<>();
    private @Nullable String absentMark;
    private int keyCount;

    private ItemColumns(KeyTree keyTree) {
        this.root = createKey(keyTree, "");
        numberColumns();
    }

    /** Returns the columns that suit these items; null if the items are not similar objects. */
    static @Nullable ItemColumns of(List<Slice> items) {
        List<Slice> objects = new ArrayList<>();
        for (Slice item : items) {
            JsonType type = Json.type(item);
            if (type == JsonType.ARRAY) {
                return null;
            }
            if (type == JsonType.OBJECT) {
                objects.add(item);
            }
        }
        KeyTree keyTree = objects.size() < 2 ? null : KeyTree.of(objects);
        if (keyTree == null) {
            return null;
        }
        ItemColumns columns = new ItemColumns(keyTree);
        columns.chooseAbsentMark(objects);
        columns.findConstants(objects);
        return columns;
    }

    private Key createKey(KeyTree keyTree, String name) {
        Key key = new Key(keyCount++);
        String prefix = key.id == 0 ? "" : name + ".";
        keyTree.children().forEach((child, childTree) -> key.nested.put(child, createKey(childTree, prefix + child)));
        if (!keyTree.hasNestedKeys()) {
            leaves.put(name, key);
        }
        return key;
    }

    /** Numbers the columns, leaving out the constants. */
    private void numberColumns() {
        names.clear();
        leaves.forEach((name, key) -> {
            key.column = key.constant == null ? names.size() : -1;
            if (key.constant == null) {
                names.add(name);
            }
        });
    }

    /** Chooses a mark for absent fields that is not a value in these objects. */
    private void chooseAbsentMark(List<Slice> objects) {
        List<Cells> rowsWithGaps = new ArrayList<>();
        List<String> unusedMarks = new ArrayList<>(ABSENT_MARKS);
        for (Slice object : objects) {
            Cells cells = new Cells(names.size());
            if (fill(object, root, cells)) {
                for (Slice value : cells.values) {
                    if (value != null && value.length() <= ABSENT_MARKS.get(3).length()) {
                        unusedMarks.remove(value.utf8());
                    }
                }
                if (cells.valueCount < cells.values.length) {
                    rowsWithGaps.add(cells);
                }
            }
        }
        absentMark = rowsWithGaps.isEmpty() || unusedMarks.isEmpty() ? null : unusedMarks.get(0);
    }

    private void findConstants(List<Slice> objects) {
        List<@Nullable Slice[]> rows = new ArrayList<>();
        for (Slice object : objects) {
            Cells cells = cells(object);
            if (cells != null) {
                rows.add(cells.values);
            }
        }
        if (rows.size() < 2) {
            return;
        }
        int variableColumns = names.size();
        for (Map.Entry<String, Key> leaf : leaves.entrySet()) {
            Slice sharedValue = variableColumns > 1 ? sharedValue(rows, leaf.getValue().column) : null;
            if (sharedValue != null) {
                leaf.getValue().constant = sharedValue;
                constants.put(leaf.getKey(), sharedValue);
                variableColumns--;
            }
        }
        numberColumns();
        absentMark = rows.stream().anyMatch(ItemColumns::hasGap) ? absentMark : null;
    }

    private static boolean hasGap(@Nullable Slice[] row) {
        for (Slice value : row) {
            if (value == null) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Slice sharedValue(List<@Nullable Slice[]> rows, int column) {
        Slice firstValue = rows.get(0)[column];
        for (@Nullable Slice[] row : rows) {
            Slice value = row[column];
            if (firstValue == null || value == null || !value.contentEquals(firstValue)) {
                return null;
            }
        }
        return firstValue;
    }

    /**
     * Returns the JSON value in a row for a field that its item lacks; null if every row has all fields, or all marks
     * are used.
     */
    @Nullable String absentMark() {
        return absentMark;
    }

    /** Returns whether a column is a key of a nested object, such as {@code user.login}. */
    boolean hasNestedKeys() {
        return leaves.keySet().stream().anyMatch(name -> name.indexOf('.') >= 0);
    }

    boolean hasConstants() {
        return !constants.isEmpty();
    }

    /** Writes the members of the table before its rows, without the braces. */
    void writeMembers(AnswerDraft answerDraft) {
        answerDraft.name("columns");
        String separator = "[";
        for (String name : names) {
            answerDraft.ascii(separator).rawString(Slice.of(name));
            separator = ",";
        }
        answerDraft.ascii("]");
        if (hasConstants()) {
            answerDraft.ascii(",").name("constant");
            separator = "{";
            for (Map.Entry<String, Slice> constant : constants.entrySet()) {
                answerDraft
                        .ascii(separator)
                        .rawString(Slice.of(constant.getKey()))
                        .ascii(":");
                answerDraft.raw(constant.getValue());
                separator = ",";
            }
            answerDraft.ascii("}");
        }
        if (absentMark != null) {
            answerDraft.ascii(",").name("absent").ascii(absentMark);
        }
    }

    /** Writes an item as a row. Returns false and writes nothing if a row cannot express the item. */
    boolean writeRow(Slice item, AnswerDraft answerDraft) {
        Cells cells = Json.type(item) == JsonType.OBJECT ? cells(item) : null;
        if (cells == null) {
            return false;
        }
        Slice absentValue = Slice.of(absentMark == null ? "" : absentMark);
        answerDraft.ascii("[");
        for (int i = 0; i < cells.values.length; i++) {
            Slice value = cells.values[i];
            answerDraft.ascii(i == 0 ? "" : ",").raw(value == null ? absentValue : value);
        }
        answerDraft.ascii("]");
        return true;
    }

    /** Returns the values of an object by column; null if a row cannot express it. */
    private @Nullable Cells cells(Slice object) {
        Cells cells = new Cells(names.size());
        if (!fill(object, root, cells) || cells.constantCount < constants.size()) {
            return null;
        }
        // if more than half of the fields are absent, the object itself is shorter than a row
        boolean isRow = cells.valueCount == cells.values.length
                || (absentMark != null && cells.valueCount * 2 >= cells.values.length);
        return isRow ? cells : null;
    }

    /**
     * Adds the values of an object. Returns false if a member has neither a column nor a constant, is repeated, or is
     * out of order.
     */
    private boolean fill(Slice object, Key parent, Cells cells) {
        Members members = Members.of(object);
        while (members.next()) {
            Key key = parent.nested.get(members.key().utf8());
            if (key == null || cells.seen.get(key.id) || !fill(members.value(), key, cells, key.constant)) {
                return false;
            }
            cells.seen.set(key.id);
        }
        return true;
    }

    private boolean fill(Slice value, Key key, Cells cells, @Nullable Slice constant) {
        if (!key.nested.isEmpty()) {
            return KeyTree.isFilledObject(value) && fill(value, key, cells);
        }
        if (constant != null) {
            cells.constantCount++;
            return value.contentEquals(constant);
        }
        if (key.column <= cells.lastColumn || (absentMark != null && value.contentEquals(Slice.of(absentMark)))) {
            return false;
        }
        cells.lastColumn = key.column;
        cells.values[key.column] = value;
        cells.valueCount++;
        return true;
    }
}
