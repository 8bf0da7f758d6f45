package dev.plimsoll.format;

import dev.plimsoll.format.data.TableInfo;
import dev.plimsoll.format.data.TextData;
import dev.plimsoll.format.table.PageTableScan;
import dev.plimsoll.json.Slice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables in a page of headings, prose, and tables.
 *
 * @param tables the tables in their order
 * @param first the records of the first table
 * @param data the records of the only table, or an object with the records of each table under its name
 */
public record PageTables(List<TableInfo> tables, TextData first, TextData data) {

    public PageTables {
        tables = List.copyOf(tables);
    }

    /** Finds the tables with bars between their columns; null if there are none, or too many. */
    public static @Nullable PageTables find(Slice text) {
        PageTableScan scan = PageTableScan.find(text);
        return scan == null ? null : new PageTables(scan.tables(), scan.first(), scan.data());
    }
}
