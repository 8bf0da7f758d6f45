package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.admin.Savings;
import java.util.List;

/**
 * One line of a report.
 *
 * @param names what it is about: server and tool, client, …
 */
public record ReportLine(List<String> names, Savings savings) {

    public ReportLine {
        names = List.copyOf(names);
    }
}
