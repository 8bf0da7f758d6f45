package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.statistics.EstimateAccuracy;
import dev.plimsoll.gateway.statistics.FollowUpStatistics;
import dev.plimsoll.gateway.statistics.HandleSavings;
import dev.plimsoll.gateway.statistics.Savings;
import dev.plimsoll.gateway.statistics.ShadowSavings;
import dev.plimsoll.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Writes the report of saved tokens as text, Markdown, or JSON. */
public final class PrintedReport {

    /**
     * A column with numbers.
     *
     * @param title heading in tables
     * @param jsonName name of the member in JSON
     */
    private record Column(String title, String jsonName, ToLongFunction<Savings> value) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("calls", "requests", Savings::requests),
            new Column("shaped", "shaped", Savings::shaped),
            new Column("results", "originalTokens", Savings::originalTokens),
            new Column("answers", "answerTokens", Savings::answerTokens),
            new Column("follow-ups", "followUpTokens", Savings::followUpTokens),
            new Column("listings", "definitionTokens", Savings::definitionTokens),
            new Column("net saved", "netTokens", Savings::netTokens));

    private PrintedReport() {}

    /** Returns an aligned table. */
    public static String text(LedgerReport report) {
        List<List<String>> rows = rows(report);
        int nameColumns = report.columnNames().size();
        StringBuilder out = new StringBuilder("Tokens from " + report.from() + " to " + report.to() + "\n\n");
        AlignedTable.write(rows, nameColumns, out);
        out.append('\n').append(verdict(report)).append('\n');
        remarks(report).forEach(remark -> out.append(remark).append('\n'));
        return out.toString();
    }

    /** Returns a Markdown table. */
    public static String markdown(LedgerReport report) {
        StringBuilder out = new StringBuilder("Tokens from " + report.from() + " to " + report.to() + ".\n\n");
        out.append(ReportTables.markdown(rows(report), report.columnNames().size()));
        out.append('\n').append(verdict(report)).append('\n');
        remarks(report).forEach(remark -> out.append('\n').append(remark).append('\n'));
        return out.toString();
    }

    /** Returns one JSON object. */
    public static String json(LedgerReport report) {
        JsonWriter json = new JsonWriter(1 << 12).beginObject();
        json.string("from", report.from().toString()).string("to", report.to().toString());
        json.beginObject("total");
        writeFigures(report.total(), json);
        FollowUpStatistics.of(report.sums()).write(json.name("reading"));
        EstimateAccuracy.of(report.sums()).write(json.name("estimator"));
        ShadowSavings.of(report.sums()).write(json.name("shadow"));
        HandleSavings.of(report.sums()).writeMember(json);
        json.endObject().array("groups", report.lines(), (reportLine, list) -> {
            list.beginObject();
            for (int i = 0; i < report.columnNames().size(); i++) {
                list.string(report.columnNames().get(i), reportLine.names().get(i));
            }
            writeFigures(reportLine.savings(), list);
            list.endObject();
        });
        return json.endObject().slice().utf8() + "\n";
    }

    private static void writeFigures(Savings savings, JsonWriter json) {
        COLUMNS.forEach(column -> json.number(column.jsonName(), column.value().applyAsLong(savings)));
        json.bool("exact", savings.isExact());
    }

    /** Returns additional sentences below the table. */
    private static List<String> remarks(LedgerReport report) {
        return Stream.of(
                        FollowUpStatistics.of(report.sums()).sentence(),
                        EstimateAccuracy.of(report.sums()).sentence(),
                        ShadowSavings.of(report.sums()).sentence(),
                        HandleSavings.of(report.sums()).sentence())
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    private static String verdict(LedgerReport report) {
        Savings total = report.total();
        return SavingsText.isEmpty(total)
                ? "Nothing was recorded in this period."
                : SavingsText.describeNet(total) + ".";
    }

    private static List<List<String>> rows(LedgerReport report) {
        List<List<String>> rows = new ArrayList<>();
        List<String> headings = new ArrayList<>(report.columnNames());
        COLUMNS.forEach(column -> headings.add(column.title()));
        rows.add(headings);
        for (ReportLine reportLine : report.lines()) {
            rows.add(row(reportLine.names().stream().map(AlignedTable::sanitize).toList(), reportLine.savings()));
        }
        List<String> totalCells = new ArrayList<>(report.columnNames());
        totalCells.replaceAll(head -> "");
        totalCells.set(0, "all");
        rows.add(row(totalCells, report.total()));
        return rows;
    }

    private static List<String> row(List<String> names, Savings savings) {
        List<String> row = new ArrayList<>(names);
        COLUMNS.forEach(column -> row.add(SavingsText.format(column.value().applyAsLong(savings))));
        return row;
    }
}
