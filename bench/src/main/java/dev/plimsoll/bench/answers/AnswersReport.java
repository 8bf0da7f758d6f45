package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.key.KeyReport;
import dev.plimsoll.bench.answers.program.ProgramReport;
import dev.plimsoll.bench.answers.reader.Solution;
import java.util.List;
import java.util.Objects;

/**
 * Everything that the benchmark measured.
 *
 * @param taskResults the solutions of each task
 * @param scriptRows the rows of the best script
 * @param programs the answers of programs to the questions that need many calls
 * @param keys the answers to questions with and without each policy key that adds a way to read
 */
record AnswersReport(
        List<TaskResult> taskResults, List<BestScript.Row> scriptRows, ProgramReport programs, KeyReport keys) {

    private static final int MAX_CALLS = 2;

    AnswersReport {
        taskResults = List.copyOf(taskResults);
        scriptRows = List.copyOf(scriptRows);
    }

    Totals totals() {
        return Totals.of(this);
    }

    /** Returns the percentage of tasks that the reader with queries solves with the call of the tool and one query. */
    double percentSolvedWithOneQuery() {
        List<Solution> solutions = taskResults.stream()
                .map(result -> result.solutionsWithPlimsoll().get("query"))
                .filter(Objects::nonNull)
                .toList();
        long solved = solutions.stream()
                .filter(solution -> solution.isRight() && solution.calls() <= MAX_CALLS)
                .count();
        return solutions.isEmpty() ? 0 : 100.0 * solved / solutions.size();
    }
}
