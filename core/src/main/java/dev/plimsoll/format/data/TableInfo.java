package dev.plimsoll.format.data;

import java.util.List;

/**
 * A table in a text.
 *
 * @param name the heading above the table, or the number of the table
 * @param line the first line of the table, from 0
 * @param columns the names of the columns
 * @param rows the number of records
 */
public record TableInfo(String name, int line, List<String> columns, int rows) {

    public TableInfo {
        columns = List.copyOf(columns);
    }
}
