package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.key.KeyReport;
import dev.plimsoll.bench.answers.program.ProgramReport;
import dev.plimsoll.bench.answers.reader.Solution;
import java.util.List;
import java.util.Objects;

/**
 * Everything that the benchmark measured.
 *
 * @param results the solutions of each task
 * @param script the rows of the best script
 * @param programs the questions that programs answer
 * @param keys the ways to read that policy keys allow
 */
record AnswersReport(List<TaskResult> results, List<BestScript.Row> script, ProgramReport programs, KeyReport keys) {

    private static final int MAX_CALLS = 2;

    AnswersReport {
        results = List.copyOf(results);
        script = List.copyOf(script);
    }

    Totals totals() {
        return Totals.of(this);
    }

    /** Returns the percentage of tasks that the reader with queries solves with the call of the tool and one query. */
    double queriesInTwoCalls() {
        List<Solution> solutions = results.stream()
                .map(result -> result.readers().get("query"))
                .filter(Objects::nonNull)
                .toList();
        long solved = solutions.stream()
                .filter(solution -> solution.isRight() && solution.calls() <= MAX_CALLS)
                .count();
        return solutions.isEmpty() ? 0 : 100.0 * solved / solutions.size();
    }
}
