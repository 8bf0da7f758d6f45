package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.statistics.Savings;
import java.util.List;

/**
 * One line of a report.
 *
 * @param names names of what the line counts, one for each column with names: a server and a tool, or a
 *     client
 */
public record ReportLine(List<String> names, Savings savings) {

    public ReportLine {
        names = List.copyOf(names);
    }
}
