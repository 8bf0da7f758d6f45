package dev.plimsoll.gateway.report;

import java.util.List;

/** Writes a table with aligned columns. */
final class AlignedTable {

    private AlignedTable() {}

    /** @param nameColumns number of leading text columns, which are left-aligned; other columns are right-aligned */
    static void write(List<List<String>> rows, int nameColumns, StringBuilder out) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = row.get(i);
                String padding = " ".repeat(widths[i] - length(cell));
                line.append(i == 0 ? "" : "  ").append(i < nameColumns ? cell + padding : padding + cell);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    /**
     * Replaces control and format characters, because names from clients and servers must not move the terminal's
     * cursor. Also replaces {@code |}, which would end a cell in the Markdown form of the table.
     */
    static String sanitize(String name) {
        String safe = name.replaceAll("[\\p{Cntrl}\\p{Cf}|\u2028\u2029]", "?");
        return safe.isEmpty() ? "-" : safe;
    }
}
