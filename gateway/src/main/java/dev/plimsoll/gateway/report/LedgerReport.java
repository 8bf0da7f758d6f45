package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.statistics.Savings;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.Ledger.Group;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Report of the tokens that Plimsoll has saved in a period.
 *
 * @param columnNames headings of the columns with names, such as {@code server} and {@code tool}
 * @param lines lines in descending order of their net savings
 * @param sums totals of all lines
 */
public record LedgerReport(
        Instant from, Instant to, List<String> columnNames, List<ReportLine> lines, RequestSums sums) {

    public LedgerReport {
        columnNames = List.copyOf(columnNames);
        lines = List.copyOf(lines);
    }

    Savings total() {
        return Savings.of(sums);
    }

    /** Returns the dimensions to group by. */
    private static List<Dimension> dimensions(String dimensionName) {
        return dimensionName.equals("tool")
                ? List.of(Dimension.SERVER, Dimension.TOOL)
                : List.of(Dimension.valueOf(dimensionName.toUpperCase(Locale.ROOT)));
    }

    /**
     * Creates the report.
     *
     * @param dimensionName tool, server, client, caller, style, era, or outcome
     * @throws IOException if the data is not readable; the message is written for people
     */
    public static LedgerReport of(RecordedData recordedData, Instant from, Instant to, String dimensionName)
            throws IOException {
        List<Dimension> dimensions = dimensions(dimensionName);
        try (Ledger ledger = recordedData.ledger()) {
            RequestFilter requestFilter =
                    new RequestFilter(Math.max(0, from.toEpochMilli()), to.toEpochMilli(), Map.of());
            RequestSums total = new RequestSums();
            List<ReportLine> lines = new ArrayList<>();
            for (Map.Entry<Group, RequestSums> entry :
                    ledger.sums(requestFilter, dimensions, 0).entrySet()) {
                total.add(entry.getValue());
                lines.add(new ReportLine(entry.getKey().names(), Savings.of(entry.getValue())));
            }
            lines.sort(Comparator.comparingLong(
                            (ReportLine reportLine) -> -reportLine.savings().netTokens())
                    .thenComparing(reportLine -> String.join("\n", reportLine.names())));
            List<String> columnNames = dimensions.stream()
                    .map(dimension -> dimension.name().toLowerCase(Locale.ROOT))
                    .toList();
            return new LedgerReport(from, to, columnNames, lines, total);
        }
    }
}
