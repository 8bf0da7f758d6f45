package dev.plimsoll.shape.outline.contents;

import dev.plimsoll.format.PageTables;
import dev.plimsoll.format.data.TableInfo;
import dev.plimsoll.section.Headings;
import dev.plimsoll.section.LineSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Describes the tables of a page, which is a text of headings, prose, and tables. Tables with the same columns are one
 * entry: {@code 24 in #2-#25: 720 rows {Id, Cost}} stands for 24 tables in sections 2 to 25, with 720 rows together.
 */
final class TableEntries {

    private static final int MAX_COLUMNS = 12;
    private static final int MAX_COLUMN_LENGTH = 40;
    private static final int MAX_LOCATIONS = 6;

    private TableEntries() {}

    /**
     * Returns an entry for each set of columns, in document order.
     *
     * @param headings the headings of the whole text
     * @param span the lines of the whole text that were searched for these tables
     */
    static List<String> of(PageTables tables, Headings headings, LineSpan span) {
        Map<List<String>, List<TableInfo>> byColumns = new LinkedHashMap<>();
        tables.tables()
                .forEach(table -> byColumns
                        .computeIfAbsent(table.columns(), columns -> new ArrayList<>())
                        .add(table));
        return byColumns.values().stream()
                .map(tablesWithColumns -> entry(tablesWithColumns, headings, span.first()))
                .toList();
    }

    private static String entry(List<TableInfo> tablesWithColumns, Headings headings, int firstLine) {
        long rows = tablesWithColumns.stream().mapToLong(TableInfo::rows).sum();
        String count = tablesWithColumns.size() == 1 ? "" : tablesWithColumns.size() + " ";
        return count + "in " + locations(tablesWithColumns, headings, firstLine) + ": "
                + String.format(Locale.ROOT, "%d", rows) + (rows == 1 ? " row {" : " rows {")
                + columns(tablesWithColumns.get(0).columns()) + "}";
    }

    private static String columns(List<String> columns) {
        List<String> shownColumns = columns.stream()
                .limit(MAX_COLUMNS)
                .map(name -> name.length() <= MAX_COLUMN_LENGTH ? name : name.substring(0, MAX_COLUMN_LENGTH) + "…")
                .toList();
        return String.join(", ", shownColumns) + (shownColumns.size() < columns.size() ? ", …" : "");
    }

    /** Returns the sections of the tables, such as {@code #2-#25}, or the line of a table that is in no section. */
    private static String locations(List<TableInfo> tablesWithColumns, Headings headings, int firstLine) {
        List<String> locations = new ArrayList<>();
        int firstSection = -1;
        int lastSection = -1;
        for (TableInfo table : tablesWithColumns) {
            int line = firstLine + table.line();
            int heading = headings.innermostContaining(line);
            if (heading >= 0 && firstSection >= 0 && (heading == lastSection || heading == lastSection + 1)) {
                lastSection = heading;
                locations.set(locations.size() - 1, range(firstSection, lastSection));
            } else {
                firstSection = heading;
                lastSection = heading;
                locations.add(heading < 0 ? "line " + (line + 1) : range(heading, heading));
            }
        }
        return locations.size() <= MAX_LOCATIONS
                ? String.join(", ", locations)
                : String.join(", ", locations.subList(0, MAX_LOCATIONS)) + ", …";
    }

    private static String range(int firstSection, int lastSection) {
        return firstSection == lastSection
                ? "#" + (firstSection + 1)
                : "#" + (firstSection + 1) + "-#" + (lastSection + 1);
    }
}
