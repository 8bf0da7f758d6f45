package dev.plimsoll.documents.html;

import dev.plimsoll.documents.limit.ReadMeter;
import dev.plimsoll.documents.table.ColumnNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * Cells of an HTML table. A cell that spans several rows or columns is repeated in each.
 *
 * @param names the names of the columns; columns without a name are {@code c1}, {@code c2}, …
 * @param rows the rows below the header, each with a cell for each column
 */
record HtmlTable(List<String> names, List<List<String>> rows) {

    private static final int MAX_COLUMNS = 1000;
    private static final int MAX_SPAN = 1000;

    /** Parses a table; returns null if it contains no data but is used for the layout of a page. */
    static @Nullable HtmlTable parse(Element table, ReadMeter meter) {
        boolean isLayout = table.selectFirst("table table, h1, h2, h3, ul, ol, form, pre") != null;
        List<Element> elements = isLayout ? List.of() : rows(table);
        List<List<@Nullable String>> grid = new ArrayList<>();
        int headerRows = 0;
        boolean isInHeader = true;
        for (int y = 0; y < elements.size(); y++) {
            boolean isHeader = addRow(elements.get(y), y, grid, meter);
            isInHeader = isInHeader && isHeader;
            headerRows += isInHeader ? 1 : 0;
        }
        int width = grid.stream().mapToInt(List::size).max().orElse(0);
        if (width < 2 || elements.size() < 2 || headerRows == elements.size()) {
            return null;
        }
        List<List<String>> cells = grid.stream()
                .limit(elements.size())
                .map(row -> withoutGaps(row, width))
                .toList();
        if (headerRows == 0 && canBeHeader(cells)) {
            headerRows = 1;
        }
        return new HtmlTable(
                ColumnNames.of(cells.subList(0, headerRows), width),
                cells.subList(headerRows, cells.size()).stream()
                        .filter(row -> row.stream().anyMatch(cell -> !cell.isEmpty()))
                        .toList());
    }

    private static List<Element> rows(Element table) {
        return table.select("tr").stream()
                .filter(row -> table.equals(row.closest("table")))
                .toList();
    }

    /** Adds the cells of a row to the grid, and returns whether all of them are header cells. */
    private static boolean addRow(Element tr, int y, List<List<@Nullable String>> grid, ReadMeter meter) {
        boolean isHeader = tr.parent() != null && tr.parent().normalName().equals("thead");
        boolean hasData = false;
        boolean hasCells = false;
        int x = 0;
        for (Element cell : tr.children()) {
            String name = cell.normalName();
            if (!name.equals("td") && !name.equals("th")) {
                continue;
            }
            hasCells = true;
            hasData |= name.equals("td");
            while (at(grid, y, x) != null) {
                x++;
            }
            int columns = Math.min(span(cell, "colspan"), MAX_COLUMNS - x);
            String text = MarkdownWriter.toOneLine(cell.text());
            for (int row = y; row < y + span(cell, "rowspan"); row++) {
                meter.addCells(Math.max(1, columns));
                for (int column = x; column < x + columns; column++) {
                    set(grid, row, column, text);
                }
            }
            x += Math.max(0, columns);
            if (x >= MAX_COLUMNS) {
                break;
            }
        }
        return hasCells && (isHeader || !hasData);
    }

    private static int span(Element cell, String name) {
        try {
            return Math.max(
                    1, Math.min(MAX_SPAN, Integer.parseInt(cell.attr(name).strip())));
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private static @Nullable String at(List<List<@Nullable String>> grid, int y, int x) {
        return y < grid.size() && x < grid.get(y).size() ? grid.get(y).get(x) : null;
    }

    private static void set(List<List<@Nullable String>> grid, int y, int x, String text) {
        while (grid.size() <= y) {
            grid.add(new ArrayList<>());
        }
        List<@Nullable String> row = grid.get(y);
        while (row.size() <= x) {
            row.add(null);
        }
        row.set(x, text);
    }

    private static List<String> withoutGaps(List<@Nullable String> row, int width) {
        List<String> cells = new ArrayList<>(width);
        for (int x = 0; x < width; x++) {
            String cell = x < row.size() ? row.get(x) : null;
            cells.add(cell == null ? "" : cell);
        }
        return cells;
    }

    /** Returns whether the first row of a table without header cells can be its header: its texts are distinct, and do not occur again. */
    private static boolean canBeHeader(List<List<String>> cells) {
        List<String> first = cells.get(0);
        Set<String> distinct = new HashSet<>(first);
        boolean areNames = distinct.size() == first.size()
                && first.stream()
                        .noneMatch(cell -> cell.isEmpty() || cell.chars().noneMatch(Character::isLetter));
        for (int x = 0; x < first.size() && areNames; x++) {
            int column = x;
            areNames = cells.stream().skip(1).noneMatch(row -> row.get(column).equals(first.get(column)));
        }
        return areNames;
    }
}
