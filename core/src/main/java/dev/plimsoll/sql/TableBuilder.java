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

/** Converts a JSON array to a table: each object is a row, and its members are columns. Other items are rows of a column {@code value}. */
final class TableBuilder {

    private static final int MAX_COLUMNS = 1_000;

    /** Maximum number of values in a table, so that the positions of all values fit in an array. */
    private static final int MAX_CELLS = 50_000_000;

    /** Number of columns that are compared with a key before the map of all columns is used. */
    private static final int MAX_COMPARED_KEYS = 64;

    private static final Slice VALUE = Slice.of("value");

    private final String name;
    private final Slice array;
    private final List<Slice> keys = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<ColumnTypeDetector> detectors = new ArrayList<>();
    private final Map<String, Integer> columns = new HashMap<>();
    private final Set<String> usedNames = new HashSet<>();

    /** Column number, start, and end of each value that is not null, row by row. */
    private int[] values = new int[1024];

    private int size;
    private int[] rowEnds = new int[256];
    private int rows;

    private TableBuilder(String name, Slice array) {
        this.name = name;
        this.array = array;
    }

    /** Creates a table with a row for each item of an array. */
    static SqlInputTable ofArray(String name, Slice array) {
        TableBuilder builder = new TableBuilder(name, array);
        builder.readRows();
        return builder.table();
    }

    /** Creates a table whose only row is an object. */
    static SqlInputTable ofObject(String name, Slice object) {
        TableBuilder builder = new TableBuilder(name, object);
        builder.readRow(Members.of(object));
        builder.endRow();
        return builder.table();
    }

    private void readRows() {
        Elements elements = Elements.of(array);
        while (elements.next()) {
            JsonType type = elements.type();
            if (type == JsonType.OBJECT) {
                readRow(elements.members());
            } else {
                add(column(VALUE, 0), elements.value(), type);
            }
            endRow();
        }
    }

    private void readRow(Members members) {
        int expected = 0;
        while (members.next()) {
            JsonType type = members.type();
            int column = column(members.key(), expected);
            expected = column + 1;
            add(column, members.value(), type);
        }
    }

    private void endRow() {
        if (rows == rowEnds.length) {
            rowEnds = Arrays.copyOf(rowEnds, 2 * rows);
        }
        rowEnds[rows++] = size;
    }

    /** Returns the column of a member. In most arrays, all objects have the same members in the same order, so the expected column is tried first. */
    private int column(Slice key, int expected) {
        if (expected < keys.size() && keys.get(expected).contentEquals(key)) {
            return expected;
        }
        for (int i = 0; i < Math.min(keys.size(), MAX_COMPARED_KEYS); i++) {
            if (keys.get(i).contentEquals(key)) {
                return i;
            }
        }
        Integer known = columns.get(JsonText.unescapeToString(key));
        return known == null ? addColumn(key) : known;
    }

    private int addColumn(Slice key) {
        if (keys.size() == MAX_COLUMNS) {
            throw new RefusedException(
                    ErrorCode.QUERY_INVALID,
                    "sql: table " + name + " has more than " + MAX_COLUMNS + " columns",
                    "use query, or choose columns with jq: [.[] | {id, name}] | sql(…)");
        }
        String text = JsonText.unescapeToString(key);
        int index = keys.size();
        keys.add(key);
        columns.put(text, index);
        names.add(SqlNames.unique(text, usedNames));
        detectors.add(new ColumnTypeDetector());
        return index;
    }

    private void add(int column, Slice value, JsonType type) {
        if (type == JsonType.NULL) {
            return;
        }
        detectors.get(column).add(value, type);
        if (size + 3 > values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        values[size++] = column;
        values[size++] = value.from();
        values[size++] = value.to();
    }

    private SqlInputTable table() {
        int width = keys.size();
        if ((long) width * rows > MAX_CELLS) {
            throw new RefusedException(
                    ErrorCode.QUERY_LIMIT,
                    "sql: table " + name + " has more than " + MAX_CELLS + " values",
                    "choose columns with jq first: query: \"[.[] | {id, name}] | sql(…)\"");
        }
        int[] ranges = new int[2 * width * rows];
        int at = 0;
        for (int row = 0; row < rows; row++) {
            for (; at < rowEnds[row]; at += 3) {
                int range = 2 * (row * width + values[at]);
                ranges[range] = values[at + 1];
                ranges[range + 1] = values[at + 2];
            }
        }
        List<SqlInputColumn> inputColumns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            inputColumns.add(detectors.get(i).toColumn(names.get(i)));
        }
        return new SqlInputTable(name, inputColumns, array, ranges, rows);
    }
}
