package dev.plimsoll.gateway.report;

import java.util.List;

/** Rows of text, the first of which are heads, as a table. */
final class Tables {

    private Tables() {}

    /** Columns under each other; the first ones, of names, begin at the left. */
    static String forPeople(List<List<String>> rows, int names) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = row.get(i);
                String pad = " ".repeat(widths[i] - length(cell));
                line.append(i == 0 ? "" : "  ").append(i < names ? cell + pad : pad + cell);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    static String markdown(List<List<String>> rows, int names) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            out.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
            if (i == 0) {
                out.append("|---".repeat(names))
                        .append("|---:".repeat(rows.get(0).size() - names))
                        .append("|\n");
            }
        }
        return out.toString();
    }

    /** Names come from clients and servers: they must not move the cursor of a terminal, nor end a cell. */
    static String plain(String name) {
        String safe = name.replaceAll("[\\p{Cntrl}\\p{Cf}|\u2028\u2029]", "?");
        return safe.isEmpty() ? "-" : safe;
    }
}
