package dev.plimsoll.sql;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table that a statement reads: the rows of a JSON array, whose values are parsed only when they are read. Not thread-safe. */
public final class SqlInputTable {

    private final String name;
    private final List<SqlInputColumn> columns;
    private final Slice document;
    private final int[] ranges;
    private final int rowCount;
    private final boolean[] isRead;

    /**
     * Creates a table.
     *
     * @param document the bytes that contain all values
     * @param ranges the start and end of each value in the bytes, row by row; 0 and 0 for a missing value
     */
    SqlInputTable(String name, List<SqlInputColumn> columns, Slice document, int[] ranges, int rowCount) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.document = document;
        this.ranges = ranges;
        this.rowCount = rowCount;
        this.isRead = new boolean[columns.size()];
    }

    public String name() {
        return name;
    }

    public List<SqlInputColumn> columns() {
        return columns;
    }

    public int rowCount() {
        return rowCount;
    }

    /** Returns whether the statement has read a value of the column. */
    boolean isRead(int column) {
        return isRead[column];
    }

    SqlInputTable withName(String newName) {
        return new SqlInputTable(newName, columns, document, ranges, rowCount);
    }

    /** Parses a value, and returns null, Long, BigDecimal, Boolean, or String. */
    public @Nullable Object value(int row, int column) {
        isRead[column] = true;
        int rangeIndex = 2 * (row * columns.size() + column);
        if (ranges[rangeIndex + 1] == 0) {
            return null;
        }
        Slice json = new Slice(document.bytes(), ranges[rangeIndex], ranges[rangeIndex + 1]);
        JsonType type = Json.type(json);
        return switch (columns.get(column).type()) {
            case INTEGER -> Long.parseLong(json.utf8());
            case DECIMAL -> new BigDecimal(json.utf8());
            case BOOLEAN -> json.at(0) == 't';
            case TEXT -> type == JsonType.STRING ? JsonText.unescapeToString(Json.stringInside(json)) : json.utf8();
            case JSON -> new ByteSink().json(json).slice().utf8();
        };
    }

    /** Returns the table as {@code name(column type, …) n rows}; nested columns come last. */
    String describe(int maxColumns) {
        StringBuilder text = new StringBuilder(SqlNames.quoteIfNeeded(name)).append('(');
        List<SqlInputColumn> shownColumns = columns.stream()
                .sorted(Comparator.comparing(SqlInputColumn::isNested))
                .limit(maxColumns)
                .toList();
        for (SqlInputColumn column : shownColumns) {
            text.append(column.equals(shownColumns.get(0)) ? "" : ", ")
                    .append(SqlNames.quoteIfNeeded(column.name()))
                    .append(' ')
                    .append(column.type().word());
        }
        String remainingPhrase = columns.size() > maxColumns ? ", and " + (columns.size() - maxColumns) + " more" : "";
        return text.append(remainingPhrase)
                .append(") ")
                .append(rowCount)
                .append(rowCount == 1 ? " row" : " rows")
                .toString();
    }
}
