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
    static String allTables(AnswersReport report) {
        return readerTable(report) + "\n" + payloadTable(report) + "\n" + taskKindTable(report) + "\n"
                + scriptTable(report) + "\n"
                + programTable(report.programs()) + "\n" + keyTable(report.keys()) + "\n"
                + String.format(
                        Locale.ROOT,
                        "The reader that writes queries solves %.1f %% of the tasks with two calls.%n",
                        report.percentSolvedWithOneQuery());
    }

    /** Returns a table with one row for each way to read. */
    static String readerTable(AnswersReport report) {
        Table table =
                new Table("way to read", "tasks", "right", "wrong", "missing", "calls", "tokens", "tokens a task");
        for (Reader reader : Reader.all()) {
            Tally tally = Tally.of(report.taskResults(), TaskResult::solutionsWithPlimsoll, reader.name());
            addReaderRow(table, "Plimsoll, " + reader.name(), tally);
        }
        for (String name : List.of(TaskResult.WHOLE_RESULT, TaskResult.CLIENT_CUT, TaskResult.BLIND_CUT)) {
            addReaderRow(table, name, Tally.of(report.taskResults(), TaskResult::solutionsWithoutPlimsoll, name));
        }
        return table.toMarkdown();
    }

    private static void addReaderRow(Table table, String name, Tally tally) {
        table.addRow(
                name,
                format(tally.tasks()),
                format(tally.right()),
                format(tally.wrong()),
                format(tally.missing()),
                format(tally.calls()),
                format(tally.tokens()),
                format(tally.meanTokens()));
    }

    /**
     * Returns a table with one row for each payload: tokens per task, and for cuts the numbers of right, wrong, and
     * missing solutions.
     */
    static String payloadTable(AnswersReport report) {
        return groupTable("payload", report, result -> result.payload().title());
    }

    /** Returns a table with one row for each kind of task. */
    static String taskKindTable(AnswersReport report) {
        return groupTable("kind of task", report, result -> result.task().kind().label());
    }

    private static String groupTable(String title, AnswersReport report, Function<TaskResult, String> groupName) {
        Map<String, List<TaskResult>> resultsByGroup = new LinkedHashMap<>();
        report.taskResults()
                .forEach(result -> resultsByGroup
                        .computeIfAbsent(groupName.apply(result), name -> new ArrayList<>())
                        .add(result));
        List<String> columns = new ArrayList<>(List.of(title, "tasks", TaskResult.WHOLE_RESULT));
        Reader.all().forEach(reader -> columns.add(reader.name()));
        columns.addAll(CUTS);
        Table table = new Table(columns.toArray(String[]::new));
        resultsByGroup.forEach(
                (name, results) -> table.addRow(groupCells(name, results).toArray(String[]::new)));
        return table.toMarkdown();
    }

    private static List<String> groupCells(String name, List<TaskResult> results) {
        List<String> cells = new ArrayList<>(List.of(
                name,
                format(results.size()),
                format(Tally.of(results, TaskResult::solutionsWithoutPlimsoll, TaskResult.WHOLE_RESULT)
                        .meanTokens())));
        for (Reader reader : Reader.all()) {
            Tally tally = Tally.of(results, TaskResult::solutionsWithPlimsoll, reader.name());
            cells.add(tally.tasks() == 0 ? "–" : format(tally.meanTokens()) + describeFailures(tally));
        }
        for (String cut : CUTS) {
            Tally tally = Tally.of(results, TaskResult::solutionsWithoutPlimsoll, cut);
            cells.add(tally.right() + " right" + describeFailures(tally));
        }
        return cells;
    }

    private static String describeFailures(Tally tally) {
        return (tally.wrong() == 0 ? "" : ", " + tally.wrong() + " wrong")
                + (tally.missing() == 0 ? "" : ", " + tally.missing() + " missing");
    }

    /** Returns the table of the best script: one row for each payload, and a row with the sums. */
    static String scriptTable(AnswersReport report) {
        Table table = new Table("payload", "right", "calls", "first answer", "tokens");
        for (BestScript.Row row : report.scriptRows()) {
            table.addRow(
                    row.title(),
                    row.rightSolutions() + " of " + BestScript.SOLUTIONS_PER_SCRIPT,
                    format(row.calls()),
                    format(row.firstTokens()),
                    format(row.tokens()));
        }
        table.addRow(
                "all",
                report.scriptRows().stream()
                                .mapToInt(BestScript.Row::rightSolutions)
                                .sum() + " of "
                        + BestScript.SOLUTIONS_PER_SCRIPT * report.scriptRows().size(),
                format(report.scriptRows().stream()
                        .mapToLong(BestScript.Row::calls)
                        .sum()),
                format(report.scriptRows().stream()
                        .mapToLong(BestScript.Row::firstTokens)
                        .sum()),
                format(report.scriptRows().stream()
                        .mapToLong(BestScript.Row::tokens)
                        .sum()));
        return table.toMarkdown();
    }

    /** Returns a table with one row for each way to answer the questions that need many calls. */
    static String programTable(ProgramReport report) {
        Table table = new Table("way", "right", "calls", "tokens written", "tokens read", "both");
        addProgramRow(
                table,
                "one program for each question",
                report.rightAnswers() + " of " + report.rows().size(),
                report.rows().size(),
                report.sum(ProgramRow::programTokens),
                report.sum(ProgramRow::answerTokens));
        addProgramRow(
                table,
                "the calls of these programs, made by a reader",
                "–",
                report.sum(ProgramRow::calls),
                report.sum(ProgramRow::callArgumentTokens),
                report.sum(ProgramRow::callResultTokens));
        return table.toMarkdown() + "\nThe entry of `plimsoll_run` in the listing has " + format(report.listedTokens())
                + " tokens.\n";
    }

    /** Returns a table with two rows for each policy key that adds a way to read: with the key, and without it. */
    static String keyTable(KeyReport report) {
        Table table = new Table(
                "key", "questions about", "right", "calls", "tokens written", "tokens read", "both", "listing");
        for (KeyReport.Row row : report.rows()) {
            addKeyRow(table, "`" + row.key() + ": true`", row, row.withKey(), row.listedTokens());
            addKeyRow(table, "without it", row, row.withoutKey(), 0);
        }
        return table.toMarkdown();
    }

    private static void addKeyRow(
            Table table, String name, KeyReport.Row row, KeyReport.Measurement measurement, long listedTokens) {
        table.addRow(
                name,
                row.subject(),
                measurement.rightAnswers() + " of " + row.questions(),
                format(measurement.calls()),
                format(measurement.writtenTokens()),
                format(measurement.readTokens()),
                format(measurement.totalTokens()),
                format(listedTokens));
    }

    private static void addProgramRow(
            Table table, String way, String right, long calls, long writtenTokens, long readTokens) {
        table.addRow(
                way,
                right,
                format(calls),
                format(writtenTokens),
                format(readTokens),
                format(writtenTokens + readTokens));
    }

    /** Returns a table with one row for each task and reader. */
    static String taskTable(AnswersReport report) {
        Table table = new Table("tool", "task", "way to read", "solution", "calls", "tokens", "reason");
        for (TaskResult result : report.taskResults()) {
            result.solutionsWithPlimsoll().forEach((name, solution) -> addTaskRow(table, result, name, solution));
            result.solutionsWithoutPlimsoll().forEach((name, solution) -> addTaskRow(table, result, name, solution));
        }
        return table.toMarkdown();
    }

    private static void addTaskRow(Table table, TaskResult result, String name, Solution solution) {
        String reason = solution.reason().lines().findFirst().orElse("");
        table.addRow(
                result.payload().tool(),
                result.task().text(),
                name,
                statusWord(solution.status()),
                format(solution.calls()),
                format(solution.tokens()),
                reason.length() > 80 ? reason.substring(0, 80) + "…" : reason);
    }

    static String statusWord(Solution.Status status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    static String format(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Table in Markdown; every column but the first is aligned to the right if it contains only numbers. */
    private static final class Table {

        private final List<String[]> rows = new ArrayList<>();

        Table(String... columns) {
            rows.add(columns);
        }

        void addRow(String... cells) {
            rows.add(cells);
        }

        String toMarkdown() {
            StringBuilder markdown = new StringBuilder();
            for (int i = 0; i < rows.size(); i++) {
                markdown.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
                if (i == 0) {
                    markdown.append("|---|");
                    for (int column = 1; column < rows.get(0).length; column++) {
                        markdown.append(isNumeric(column) ? "---:|" : "---|");
                    }
                    markdown.append('\n');
                }
            }
            return markdown.toString();
        }

        private boolean isNumeric(int column) {
            return rows.stream().skip(1).allMatch(row -> row[column].matches("[0-9,]+|–"));
        }
    }
}
