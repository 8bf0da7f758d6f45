package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.key.KeyBench;
import dev.plimsoll.bench.answers.key.KeyReport;
import dev.plimsoll.bench.answers.payload.GeneratedPayloads;
import dev.plimsoll.bench.answers.program.ProgramBench;
import dev.plimsoll.bench.answers.program.ProgramReport;
import dev.plimsoll.bench.answers.reader.Solution;
import dev.plimsoll.bench.answers.task.TaskPayload;
import dev.plimsoll.policy.Policy;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Solves all tasks with all readers and prints the tables. {@code --tasks} prints a table of the tasks instead, and
 * {@code --json} one JSON object. {@code --write} also replaces the totals, the tables in
 * {@code docs/reference/economy.md}, and the chart. The exit code is 1 if a solution with Plimsoll is wrong or missing,
 * if a total is higher than in the stored file of totals, or if one of the two lacks a total.
 * {@code --payloads FOLDER} only writes the results and the tasks.
 */
public final class AnswersBench {

    private static final Set<String> OPTIONS = Set.of("--json", "--tasks", "--write");
    private static final String PAYLOADS_OPTION = "--payloads";

    private final Path project;
    private final PrintStream out;
    private final PrintStream err;

    /** @param err receives failures, so that {@code --json} prints only JSON */
    AnswersBench(Path project, PrintStream out, PrintStream err) {
        this.project = project;
        this.out = out;
        this.err = err;
    }

    /** Runs the benchmark. The first argument is the folder of the project; options follow. */
    public static void main(String[] args) throws IOException {
        AnswersBench bench = new AnswersBench(Path.of(args[0]), System.out, System.err);
        System.exit(bench.run(
                GeneratedPayloads.all(),
                ProgramBench::run,
                KeyBench::run,
                List.of(args).subList(1, args.length)));
    }

    int run(List<TaskPayload> payloads, ProgramRun programs, KeyRun keys, List<String> options) throws IOException {
        if (options.size() == 2 && options.get(0).equals(PAYLOADS_OPTION)) {
            PayloadFiles.write(Path.of(options.get(1)), payloads);
            return 0;
        }
        Set<String> unknownOptions = new HashSet<>(options);
        unknownOptions.removeAll(OPTIONS);
        if (!unknownOptions.isEmpty()) {
            out.println(
                    "options: --json, --tasks, --write, or --payloads FOLDER; got " + String.join(" ", unknownOptions));
            return 2;
        }
        Policy policy = Policy.defaults();
        AnswersReport report = new AnswersReport(
                TaskResult.measure(payloads, policy), BestScript.run(payloads, policy), programs.run(), keys.run());
        if (options.contains("--json")) {
            out.println(ReportJson.toJson(report).toPrettyString());
        } else {
            out.print(options.contains("--tasks") ? EconomyTables.taskTable(report) : EconomyTables.allTables(report));
        }
        if (options.contains("--write")) {
            ReportFiles.write(project, report);
        }
        List<String> failures = describeFailures(report);
        failures.forEach(failure -> err.println("bench answers: FAILED: " + failure));
        return failures.isEmpty() ? 0 : 1;
    }

    /** Runs the programs in separate processes. */
    interface ProgramRun {
        ProgramReport run() throws IOException;
    }

    /** Reads with each policy key, partly in separate processes. */
    interface KeyRun {
        KeyReport run() throws IOException;
    }

    private List<String> describeFailures(AnswersReport report) throws IOException {
        List<String> failures = new ArrayList<>(describeFailures(report.taskResults()));
        report.scriptRows().stream()
                .filter(row -> row.rightSolutions() < BestScript.SOLUTIONS_PER_SCRIPT)
                .forEach(row -> failures.add("script, " + row.title() + ": "
                        + (BestScript.SOLUTIONS_PER_SCRIPT - row.rightSolutions()) + " of "
                        + BestScript.SOLUTIONS_PER_SCRIPT
                        + " solutions not right"));
        report.programs().rows().stream()
                .filter(row -> !row.isRight())
                .forEach(row -> failures.add("program: wrong: " + row.question()));
        report.keys().rows().stream()
                .filter(row -> row.withKey().rightAnswers() < row.questions())
                .forEach(row -> failures.add("key " + row.key() + ": "
                        + row.withKey().rightAnswers() + " of " + row.questions() + " right"));
        Totals storedTotals = Totals.read(ReportFiles.totalsFile(project));
        failures.addAll(report.totals().describeIncreasesFrom(storedTotals));
        if (failures.isEmpty() && report.totals().hasDecreaseFrom(storedTotals)) {
            err.println("bench answers: totals are lower than in the stored file of totals; --write replaces them");
        }
        return failures;
    }

    /** Returns a sentence for each solution of a reader that is not right. */
    static List<String> describeFailures(List<TaskResult> results) {
        List<String> failures = new ArrayList<>();
        for (TaskResult result : results) {
            result.solutionsWithPlimsoll().forEach((name, solution) -> {
                if (!solution.isRight()) {
                    failures.add(describeFailure(result, name, solution));
                }
            });
        }
        return failures;
    }

    private static String describeFailure(TaskResult result, String name, Solution solution) {
        return name + ", " + result.payload().tool() + ", " + result.task().text() + ": "
                + EconomyTables.statusWord(solution.status()) + ": " + solution.reason();
    }
}
