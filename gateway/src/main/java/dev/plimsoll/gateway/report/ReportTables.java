package dev.plimsoll.gateway.report;

import java.util.List;

/** Writes rows of text as a Markdown table. The first row has the headings. */
final class ReportTables {

    private ReportTables() {}

    /** @param nameColumns number of leading text columns, which are left-aligned; other columns are right-aligned */
    static String markdown(List<List<String>> rows, int nameColumns) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            out.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
            if (i == 0) {
                out.append("|---".repeat(nameColumns))
                        .append("|---:".repeat(rows.get(0).size() - nameColumns))
                        .append("|\n");
            }
        }
        return out.toString();
    }
}
