package dev.plimsoll.sql;

import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a JSON array. Its values stay ranges of the document until they are read. For one statement on one thread at a time. */
public final class SqlTableData {

    private final String name;
    private final List<SqlTableColumn> columns;
    private final Slice document;
    private final int[] cells;
    private final int rows;
    private final boolean[] isRead;

    /**
     * Creates a table.
     *
     * @param document bytes with all values
     * @param cells start and end of each value in the bytes, row by row; 0 and 0 for a missing value
     */
    SqlTableData(String name, List<SqlTableColumn> columns, Slice document, int[] cells, int rows) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.document = document;
        this.cells = cells;
        this.rows = rows;
        this.isRead = new boolean[columns.size()];
    }

    public String name() {
        return name;
    }

    public List<SqlTableColumn> columns() {
        return columns;
    }

    public int rows() {
        return rows;
    }

    /** Returns whether a value of the column was read. */
    boolean isRead(int column) {
        return isRead[column];
    }

    SqlTableData withName(String other) {
        return new SqlTableData(other, columns, document, cells, rows);
    }

    /** Returns a value: null, Long, BigDecimal, Boolean, or String. */
    public @Nullable Object value(int row, int column) {
        isRead[column] = true;
        int cell = 2 * (row * columns.size() + column);
        if (cells[cell + 1] == 0) {
            return null;
        }
        Slice json = new Slice(document.bytes(), cells[cell], cells[cell + 1]);
        JsonType type = Json.type(json);
        return switch (columns.get(column).type()) {
            case INTEGER -> Long.parseLong(json.utf8());
            case DECIMAL -> new BigDecimal(json.utf8());
            case BOOLEAN -> json.at(0) == 't';
            case TEXT -> type == JsonType.STRING ? JsonText.unescapeToString(Json.stringInside(json)) : json.utf8();
            case JSON -> json.utf8();
        };
    }

    /** Returns the table as {@code name(column type, …) with n rows}. */
    String describe(int maxColumns) {
        StringBuilder text = new StringBuilder(SqlNames.quoteIfNeeded(name)).append('(');
        for (int i = 0; i < Math.min(columns.size(), maxColumns); i++) {
            SqlTableColumn column = columns.get(i);
            text.append(i == 0 ? "" : ", ")
                    .append(SqlNames.quoteIfNeeded(column.name()))
                    .append(' ')
                    .append(column.type().word());
        }
        String rest = columns.size() > maxColumns ? ", and " + (columns.size() - maxColumns) + " more" : "";
        return text.append(rest)
                .append(") ")
                .append(rows)
                .append(rows == 1 ? " row" : " rows")
                .toString();
    }
}
