package dev.plimsoll.sql;

import dev.plimsoll.json.Elements;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a table from a JSON array: each object is a row, and its members are columns. Members of inner objects are nested
 * columns: {@code amount} in {@code total} is {@code total_amount}. Items that are not objects are rows of a column {@code value}.
 */
final class TableBuilder {

    private static final int MAX_COLUMNS = 1_000;
    /** Maximum number of nested columns; members of further objects are read with {@code json_value}. */
    private static final int MAX_NESTED_COLUMNS = 500;

    /** Maximum number of values in a table, so that the positions of all values fit in an array. */
    private static final int MAX_CELLS = 50_000_000;
    /** Maximum number of values in a table with nested columns, which need 8 bytes of memory each. */
    private static final int MAX_CELLS_WITH_NESTED = 8_000_000;

    /** Maximum nesting depth of objects whose members are columns; the object of the row is level 1. */
    private static final int MAX_LEVELS = 4;

    /** Index of a member without a column, because there are too many nested columns. */
    private static final int NO_COLUMN = -1;

    private static final Slice VALUE = Slice.of("value");

    private final String name;
    private final Slice array;
    private final ColumnGroup rowColumns = new ColumnGroup("", 1);
    private final List<TableColumn> columns = new ArrayList<>();
    private int nestedColumnCount;

    /** Column that the builder has found; its final name is chosen when all columns are known. */
    private record TableColumn(String name, boolean isNested, ColumnTypeDetector detector) {}

    /** Column number, start, and end of each value that is not null, row by row. */
    private int[] values = new int[1024];

    private int valuesLength;
    private int[] rowEnds = new int[256];
    private int rowCount;

    private TableBuilder(String name, Slice array) {
        this.name = name;
        this.array = array;
    }

    /** Creates a table with a row for each item of an array. */
    static SqlInputTable ofArray(String name, Slice array) {
        TableBuilder builder = new TableBuilder(name, array);
        builder.readRows();
        return builder.build();
    }

    /** Creates a table whose only row is an object. */
    static SqlInputTable ofObject(String name, Slice object) {
        TableBuilder builder = new TableBuilder(name, object);
        builder.readMembers(Members.of(object), builder.rowColumns);
        builder.endRow();
        return builder.build();
    }

    private void readRows() {
        Elements elements = Elements.of(array);
        while (elements.next()) {
            JsonType type = elements.type();
            if (type == JsonType.OBJECT) {
                readMembers(elements.members(), rowColumns);
            } else {
                addValue(rowColumns.column(rowColumns.findOrAdd(VALUE, 0)), elements.value(), type);
            }
            endRow();
        }
    }

    private void readMembers(Members members, ColumnGroup group) {
        int expectedIndex = 0;
        while (members.next()) {
            JsonType type = members.type();
            Slice value = members.value();
            int index = group.findOrAdd(members.key(), expectedIndex);
            if (index == NO_COLUMN) {
                continue;
            }
            expectedIndex = index + 1;
            addValue(group.column(index), value, type);
            ColumnGroup nested = type == JsonType.OBJECT ? group.findOrCreateNested(index) : null;
            if (nested != null) {
                readMembers(Members.of(value), nested);
            }
        }
    }

    private void endRow() {
        if (rowCount == rowEnds.length) {
            rowEnds = Arrays.copyOf(rowEnds, 2 * rowCount);
        }
        rowEnds[rowCount++] = valuesLength;
    }

    private int addColumn(String columnName, boolean isNested) {
        if (!isNested && columns.size() - nestedColumnCount == MAX_COLUMNS) {
            throw new RefusedException(
                    ErrorCode.QUERY_INVALID,
                    "sql: table " + name + " has more than " + MAX_COLUMNS + " columns",
                    "use query, or choose columns with jq: [.[] | {id, name}] | sql(…)");
        }
        nestedColumnCount += isNested ? 1 : 0;
        columns.add(new TableColumn(columnName, isNested, new ColumnTypeDetector()));
        return columns.size() - 1;
    }

    private void addValue(int column, Slice value, JsonType type) {
        if (type == JsonType.NULL) {
            return;
        }
        columns.get(column).detector().add(value, type);
        if (valuesLength + 3 > values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        values[valuesLength++] = column;
        values[valuesLength++] = value.from();
        values[valuesLength++] = value.to();
    }

    private SqlInputTable build() {
        checkValueCount(columns.size() - nestedColumnCount);
        if (nestedColumnCount > 0 && (long) columns.size() * rowCount > MAX_CELLS_WITH_NESTED) {
            removeNestedColumns();
        }
        int width = columns.size();
        int[] ranges = new int[2 * width * rowCount];
        int valueIndex = 0;
        for (int row = 0; row < rowCount; row++) {
            for (; valueIndex < rowEnds[row]; valueIndex += 3) {
                if (values[valueIndex] < width) {
                    int range = 2 * (row * width + values[valueIndex]);
                    ranges[range] = values[valueIndex + 1];
                    ranges[range + 1] = values[valueIndex + 2];
                }
            }
        }
        return new SqlInputTable(name, createColumns(), array, ranges, rowCount);
    }

    private void checkValueCount(int width) {
        if ((long) width * rowCount > MAX_CELLS) {
            throw new RefusedException(
                    ErrorCode.QUERY_LIMIT,
                    "sql: table " + name + " has more than " + MAX_CELLS + " values",
                    "choose columns with jq first: query: \"[.[] | {id, name}] | sql(…)\"");
        }
    }

    /** Removes the nested columns. The other columns are renumbered; values of nested columns get a number without a column. */
    private void removeNestedColumns() {
        int[] numbers = new int[columns.size()];
        int width = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = columns.get(i).isNested() ? Integer.MAX_VALUE : width++;
        }
        for (int valueIndex = 0; valueIndex < valuesLength; valueIndex += 3) {
            values[valueIndex] = numbers[values[valueIndex]];
        }
        columns.removeIf(TableColumn::isNested);
        nestedColumnCount = 0;
    }

    /** Returns the columns with unique names. A nested column never takes the name of a member of the row. */
    private List<SqlInputColumn> createColumns() {
        Set<String> usedNames = new HashSet<>();
        SqlInputColumn[] inputColumns = new SqlInputColumn[columns.size()];
        for (boolean isNested : new boolean[] {false, true}) {
            for (int i = 0; i < inputColumns.length; i++) {
                TableColumn column = columns.get(i);
                if (column.isNested() == isNested) {
                    inputColumns[i] =
                            column.detector().toColumn(SqlNames.makeUnique(column.name(), usedNames), isNested);
                }
            }
        }
        return List.of(inputColumns);
    }

    /** Columns for the members of an object. */
    private final class ColumnGroup {

        /** Number of keys that are compared before the map of all keys is used. */
        private static final int MAX_COMPARED_KEYS = 64;

        private final String prefix;
        private final int level;
        private final List<Slice> keys = new ArrayList<>();
        private final List<Integer> columnNumbers = new ArrayList<>();
        private final List<@Nullable ColumnGroup> nestedGroups = new ArrayList<>();
        private final Map<String, Integer> indexes = new HashMap<>();

        ColumnGroup(String prefix, int level) {
            this.prefix = prefix;
            this.level = level;
        }

        /**
         * Returns the index of a member, which gets a column if it is new; {@link #NO_COLUMN} if it cannot get one. In most arrays, all
         * objects have the same members in the same order, so the expected index is tried first.
         */
        int findOrAdd(Slice key, int expectedIndex) {
            if (expectedIndex < keys.size() && keys.get(expectedIndex).contentEquals(key)) {
                return expectedIndex;
            }
            for (int i = 0; i < Math.min(keys.size(), MAX_COMPARED_KEYS); i++) {
                if (keys.get(i).contentEquals(key)) {
                    return i;
                }
            }
            String text = JsonText.unescapeToString(key);
            Integer knownIndex = indexes.get(text);
            if (knownIndex != null) {
                return knownIndex;
            }
            boolean isNested = level > 1;
            if (isNested && nestedColumnCount == MAX_NESTED_COLUMNS) {
                return NO_COLUMN;
            }
            columnNumbers.add(addColumn(prefix + text, isNested));
            indexes.put(text, keys.size());
            keys.add(key);
            nestedGroups.add(null);
            return keys.size() - 1;
        }

        int column(int index) {
            return columnNumbers.get(index);
        }

        /** Returns the columns for the objects in a column; null if they are nested too deeply. */
        @Nullable ColumnGroup findOrCreateNested(int index) {
            if (level == MAX_LEVELS) {
                return null;
            }
            ColumnGroup nestedGroup = nestedGroups.get(index);
            if (nestedGroup == null) {
                nestedGroup = new ColumnGroup(prefix + JsonText.unescapeToString(keys.get(index)) + "_", level + 1);
                nestedGroups.set(index, nestedGroup);
            }
            return nestedGroup;
        }
    }
}
