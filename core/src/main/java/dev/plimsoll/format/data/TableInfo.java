package dev.plimsoll.format.data;

import java.util.List;

/**
 * A table in a text.
 *
 * @param name the heading above it, or its number
 * @param line its first line, from 0
 * @param columns the names of its columns
 * @param rows number of its records
 */
public record TableInfo(String name, int line, List<String> columns, int rows) {

    public TableInfo {
        columns = List.copyOf(columns);
    }
}
