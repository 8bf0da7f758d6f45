package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.key.KeyReport;
import dev.plimsoll.bench.answers.program.ProgramReport;
import dev.plimsoll.bench.answers.program.ProgramRow;
import dev.plimsoll.bench.answers.reader.Reader;
import dev.plimsoll.bench.answers.reader.Solution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Writes a report as tables in Markdown. */
final class EconomyTables {

    private static final List<String> CUTS = List.of(TaskResult.CLIENT_CUT, TaskResult.BLIND_CUT);

    private EconomyTables() {}

    /** Returns all tables except that of the tasks. */
    static String all(AnswersReport report) {
        return readers(report) + "\n" + payloads(report) + "\n" + kinds(report) + "\n" + script(report) + "\n"
                + programs(report.programs()) + "\n" + keys(report.keys()) + "\n"
                + String.format(
                        Locale.ROOT,
                        "The reader that writes queries solves %.1f %% of the tasks with two calls.%n",
                        report.queriesInTwoCalls());
    }

    /** Returns a table with one row for each way to read. */
    static String readers(AnswersReport report) {
        Table table = new Table("way to read", "tasks", "right", "wrong", "missing", "calls", "tokens", "tokens a task");
        for (Reader reader : Reader.all()) {
            Tally tally = Tally.of(report.results(), TaskResult::readers, reader.name());
            addReader(table, "Plimsoll, " + reader.name(), tally);
        }
        for (String name : List.of(TaskResult.WHOLE, TaskResult.CLIENT_CUT, TaskResult.BLIND_CUT)) {
            addReader(table, name, Tally.of(report.results(), TaskResult::cuts, name));
        }
        return table.text();
    }

    private static void addReader(Table table, String name, Tally tally) {
        table.add(
                name,
                number(tally.tasks()),
                number(tally.right()),
                number(tally.wrong()),
                number(tally.lost()),
                number(tally.calls()),
                number(tally.tokens()),
                number(tally.meanTokens()));
    }

    /** Returns a table with one row for each payload: tokens per task, and for cuts the numbers of right, wrong, and missing solutions. */
    static String payloads(AnswersReport report) {
        return groups("payload", report, result -> result.payload().title());
    }

    /** Returns a table with one row for each kind of task. */
    static String kinds(AnswersReport report) {
        return groups("kind of task", report, result -> result.task().kind().words());
    }

    private static String groups(String title, AnswersReport report, Function<TaskResult, String> group) {
        Map<String, List<TaskResult>> groups = new LinkedHashMap<>();
        report.results()
                .forEach(result -> groups.computeIfAbsent(group.apply(result), name -> new ArrayList<>())
                        .add(result));
        List<String> columns = new ArrayList<>(List.of(title, "tasks", TaskResult.WHOLE));
        Reader.all().forEach(reader -> columns.add(reader.name()));
        columns.addAll(CUTS);
        Table table = new Table(columns.toArray(String[]::new));
        groups.forEach((name, results) -> table.add(row(name, results).toArray(String[]::new)));
        return table.text();
    }

    private static List<String> row(String name, List<TaskResult> results) {
        List<String> row = new ArrayList<>(List.of(
                name,
                number(results.size()),
                number(Tally.of(results, TaskResult::cuts, TaskResult.WHOLE).meanTokens())));
        for (Reader reader : Reader.all()) {
            Tally tally = Tally.of(results, TaskResult::readers, reader.name());
            row.add(tally.tasks() == 0 ? "–" : number(tally.meanTokens()) + failures(tally));
        }
        for (String cut : CUTS) {
            Tally tally = Tally.of(results, TaskResult::cuts, cut);
            row.add(tally.right() + " right" + failures(tally));
        }
        return row;
    }

    private static String failures(Tally tally) {
        return (tally.wrong() == 0 ? "" : ", " + tally.wrong() + " wrong")
                + (tally.lost() == 0 ? "" : ", " + tally.lost() + " missing");
    }

    /** Returns a table of what the best script achieves: one row for each payload, and a row with the sums. */
    static String script(AnswersReport report) {
        Table table = new Table("payload", "right", "calls", "first answer", "tokens");
        for (BestScript.Row row : report.script()) {
            table.add(
                    row.title(),
                    row.rightSolutions() + " of " + BestScript.SOLUTIONS,
                    number(row.calls()),
                    number(row.firstTokens()),
                    number(row.tokens()));
        }
        table.add(
                "all",
                report.script().stream()
                                .mapToInt(BestScript.Row::rightSolutions)
                                .sum() + " of "
                        + BestScript.SOLUTIONS * report.script().size(),
                number(report.script().stream().mapToLong(BestScript.Row::calls).sum()),
                number(report.script().stream()
                        .mapToLong(BestScript.Row::firstTokens)
                        .sum()),
                number(report.script().stream()
                        .mapToLong(BestScript.Row::tokens)
                        .sum()));
        return table.text();
    }

    /** Returns a table with one row for each way to answer the questions that need many calls. */
    static String programs(ProgramReport report) {
        Table table = new Table("way", "right", "calls", "tokens written", "tokens read", "both");
        addWay(
                table,
                "one program for each question",
                report.right() + " of " + report.rows().size(),
                report.rows().size(),
                report.sum(ProgramRow::written),
                report.sum(ProgramRow::read));
        addWay(
                table,
                "the calls of these programs, made by a reader",
                "–",
                report.sum(ProgramRow::calls),
                report.sum(ProgramRow::callsWritten),
                report.sum(ProgramRow::callsRead));
        return table.text() + "\nThe entry of `plimsoll_run` in the listing has " + number(report.listed())
                + " tokens.\n";
    }

    /** Returns a table with two rows for each policy key that adds a way to read: with the key, and without it. */
    static String keys(KeyReport report) {
        Table table = new Table(
                "key", "questions about", "right", "calls", "tokens written", "tokens read", "both", "listing");
        for (KeyReport.Row row : report.rows()) {
            addKey(table, "`" + row.key() + ": true`", row, row.with(), row.listed());
            addKey(table, "without it", row, row.without(), 0);
        }
        return table.text();
    }

    private static void addKey(Table table, String name, KeyReport.Row row, KeyReport.Costs costs, long listed) {
        table.add(
                name,
                row.subject(),
                costs.right() + " of " + row.questions(),
                number(costs.calls()),
                number(costs.written()),
                number(costs.read()),
                number(costs.tokens()),
                number(listed));
    }

    private static void addWay(Table table, String way, String right, long calls, long written, long read) {
        table.add(way, right, number(calls), number(written), number(read), number(written + read));
    }

    /** Returns a table with one row for each task and reader. */
    static String tasks(AnswersReport report) {
        Table table = new Table("tool", "task", "way to read", "solution", "calls", "tokens", "reason");
        for (TaskResult result : report.results()) {
            result.readers().forEach((name, solution) -> addTask(table, result, name, solution));
            result.cuts().forEach((name, solution) -> addTask(table, result, name, solution));
        }
        return table.text();
    }

    private static void addTask(Table table, TaskResult result, String name, Solution solution) {
        String reason = solution.reason().lines().findFirst().orElse("");
        table.add(
                result.payload().tool(),
                result.task().text(),
                name,
                word(solution.status()),
                number(solution.calls()),
                number(solution.tokens()),
                reason.length() > 80 ? reason.substring(0, 80) + "…" : reason);
    }

    static String word(Solution.Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Table in Markdown; every column but the first is aligned to the right if it contains numbers. */
    private static final class Table {

        private final List<String[]> rows = new ArrayList<>();

        Table(String... columns) {
            rows.add(columns);
        }

        void add(String... cells) {
            rows.add(cells);
        }

        String text() {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < rows.size(); i++) {
                text.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
                if (i == 0) {
                    text.append("|---|");
                    for (int column = 1; column < rows.get(0).length; column++) {
                        text.append(isNumeric(column) ? "---:|" : "---|");
                    }
                    text.append('\n');
                }
            }
            return text.toString();
        }

        private boolean isNumeric(int column) {
            return rows.stream().skip(1).allMatch(row -> row[column].matches("[0-9,]+|–"));
        }
    }
}
