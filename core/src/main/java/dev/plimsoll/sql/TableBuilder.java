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

/** Reads a JSON array as a table: its objects are rows, their members columns. Other items are rows of a column {@code value}. */
final class TableBuilder {

    private static final int MAX_COLUMNS = 1_000;

    /** Maximum number of values of a table, so that the positions of all values fit into an array. */
    private static final int MAX_CELLS = 50_000_000;

    private static final int MAX_CACHED_POSITIONS = 64;
    private static final Slice VALUE = Slice.of("value");

    private final String name;
    private final Slice array;
    private final List<Slice> keys = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<ColumnFacts> facts = new ArrayList<>();
    private final Map<String, Integer> columns = new HashMap<>();
    private final Set<String> usedNames = new HashSet<>();

    /** Starts and ends of values with the number of their column, row by row. */
    private int[] found = new int[1024];

    private int size;
    private int[] rowEnds = new int[256];
    private int rows;

    private TableBuilder(String name, Slice array) {
        this.name = name;
        this.array = array;
    }

    static SqlTableData build(String name, Slice array) {
        TableBuilder builder = new TableBuilder(name, array);
        builder.readRows();
        return builder.table();
    }

    /** Returns a table with the members of one object as its only row. */
    static SqlTableData ofObject(String name, Slice object) {
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

    /** Returns the column of a member. Most objects have the members of the one before in the same order. */
    private int column(Slice key, int expected) {
        if (expected < keys.size() && keys.get(expected).contentEquals(key)) {
            return expected;
        }
        for (int i = 0; i < Math.min(keys.size(), MAX_CACHED_POSITIONS); i++) {
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
        facts.add(new ColumnFacts());
        return index;
    }

    private void add(int column, Slice value, JsonType type) {
        if (type == JsonType.NULL) {
            return;
        }
        facts.get(column).add(value, type);
        if (size + 3 > found.length) {
            found = Arrays.copyOf(found, 2 * found.length);
        }
        found[size++] = column;
        found[size++] = value.from();
        found[size++] = value.to();
    }

    private SqlTableData table() {
        int width = keys.size();
        if ((long) width * rows > MAX_CELLS) {
            throw new RefusedException(
                    ErrorCode.QUERY_LIMIT,
                    "sql: table " + name + " has more than " + MAX_CELLS + " values",
                    "choose columns with jq first: query: \"[.[] | {id, name}] | sql(…)\"");
        }
        int[] cells = new int[2 * width * rows];
        int at = 0;
        for (int row = 0; row < rows; row++) {
            for (; at < rowEnds[row]; at += 3) {
                int cell = 2 * (row * width + found[at]);
                cells[cell] = found[at + 1];
                cells[cell + 1] = found[at + 2];
            }
        }
        List<SqlTableColumn> described = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            described.add(facts.get(i).column(names.get(i)));
        }
        return new SqlTableData(name, described, array, cells, rows);
    }
}
