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

    /**
     * Parses a table. Returns null if it has fewer than two rows or two columns, has only header rows, or only arranges
     * the page.
     */
    static @Nullable HtmlTable parse(Element table, ReadMeter meter) {
        boolean isLayout = table.selectFirst("table table, h1, h2, h3, ul, ol, form, pre") != null;
        List<Element> rowElements = isLayout ? List.of() : tableRows(table);
        List<List<@Nullable String>> grid = new ArrayList<>();
        int headerRows = 0;
        boolean isInHeader = true;
        for (int rowIndex = 0; rowIndex < rowElements.size(); rowIndex++) {
            boolean isHeader = addRow(rowElements.get(rowIndex), rowIndex, grid, meter);
            isInHeader = isInHeader && isHeader;
            headerRows += isInHeader ? 1 : 0;
        }
        int width = grid.stream().mapToInt(List::size).max().orElse(0);
        if (width < 2 || rowElements.size() < 2 || headerRows == rowElements.size()) {
            return null;
        }
        List<List<String>> cells = grid.stream()
                .limit(rowElements.size())
                .map(row -> fillGaps(row, width))
                .toList();
        if (headerRows == 0 && canBeHeader(cells)) {
            headerRows = 1;
        }
        return new HtmlTable(
                ColumnNames.create(cells.subList(0, headerRows), width),
                cells.subList(headerRows, cells.size()).stream()
                        .filter(row -> row.stream().anyMatch(cell -> !cell.isEmpty()))
                        .toList());
    }

    private static List<Element> tableRows(Element table) {
        return table.select("tr").stream()
                .filter(row -> table.equals(row.closest("table")))
                .toList();
    }

    /**
     * Adds the cells of a row to the grid. Returns whether the row is a header: it is in a {@code thead}, or all of its
     * cells are header cells.
     */
    private static boolean addRow(
            Element rowElement, int firstRow, List<List<@Nullable String>> grid, ReadMeter meter) {
        boolean isHeader =
                rowElement.parent() != null && rowElement.parent().normalName().equals("thead");
        boolean hasData = false;
        boolean hasCells = false;
        int firstColumn = 0;
        for (Element cell : rowElement.children()) {
            String name = cell.normalName();
            if (!name.equals("td") && !name.equals("th")) {
                continue;
            }
            hasCells = true;
            hasData |= name.equals("td");
            while (cellAt(grid, firstRow, firstColumn) != null) {
                firstColumn++;
            }
            int columnSpan = Math.min(parseSpan(cell, "colspan"), MAX_COLUMNS - firstColumn);
            String text = MarkdownWriter.toOneLine(cell.text());
            for (int row = firstRow; row < firstRow + parseSpan(cell, "rowspan"); row++) {
                meter.addCells(Math.max(1, columnSpan));
                for (int column = firstColumn; column < firstColumn + columnSpan; column++) {
                    setCell(grid, row, column, text);
                }
            }
            firstColumn += Math.max(0, columnSpan);
            if (firstColumn >= MAX_COLUMNS) {
                break;
            }
        }
        return hasCells && (isHeader || !hasData);
    }

    private static int parseSpan(Element cell, String name) {
        try {
            return Math.max(
                    1, Math.min(MAX_SPAN, Integer.parseInt(cell.attr(name).strip())));
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private static @Nullable String cellAt(List<List<@Nullable String>> grid, int row, int column) {
        return row < grid.size() && column < grid.get(row).size()
                ? grid.get(row).get(column)
                : null;
    }

    private static void setCell(List<List<@Nullable String>> grid, int rowIndex, int column, String text) {
        while (grid.size() <= rowIndex) {
            grid.add(new ArrayList<>());
        }
        List<@Nullable String> row = grid.get(rowIndex);
        while (row.size() <= column) {
            row.add(null);
        }
        row.set(column, text);
    }

    private static List<String> fillGaps(List<@Nullable String> row, int width) {
        List<String> cells = new ArrayList<>(width);
        for (int column = 0; column < width; column++) {
            String cell = column < row.size() ? row.get(column) : null;
            cells.add(cell == null ? "" : cell);
        }
        return cells;
    }

    /** Returns whether the first row of a table without header cells can be its header: its texts are distinct, and do not occur again in their columns. */
    private static boolean canBeHeader(List<List<String>> cells) {
        List<String> firstRow = cells.get(0);
        Set<String> distinctTexts = new HashSet<>(firstRow);
        boolean areNames = distinctTexts.size() == firstRow.size()
                && firstRow.stream()
                        .noneMatch(cell -> cell.isEmpty() || cell.chars().noneMatch(Character::isLetter));
        for (int i = 0; i < firstRow.size() && areNames; i++) {
            int column = i;
            areNames = cells.stream().skip(1).noneMatch(row -> row.get(column).equals(firstRow.get(column)));
        }
        return areNames;
    }
}
