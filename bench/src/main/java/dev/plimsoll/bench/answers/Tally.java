package dev.plimsoll.bench.answers;

import dev.plimsoll.bench.answers.reader.Solution;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Sums over the solutions of one reader.
 *
 * @param tasks number of tasks that the reader tries
 * @param missing number of tasks for which the reader found no value
 */
record Tally(int tasks, int right, int wrong, int missing, int calls, long tokens) {

    static Tally of(Collection<Solution> solutions) {
        int right = 0;
        int wrong = 0;
        int missing = 0;
        int calls = 0;
        long tokens = 0;
        for (Solution solution : solutions) {
            switch (solution.status()) {
                case RIGHT -> right++;
                case WRONG -> wrong++;
                case MISSING -> missing++;
            }
            calls += solution.calls();
            tokens += solution.tokens();
        }
        return new Tally(solutions.size(), right, wrong, missing, calls, tokens);
    }

    /** Returns the sums over the tasks that the reader with this name tries. */
    static Tally of(List<TaskResult> results, Function<TaskResult, Map<String, Solution>> solutions, String name) {
        return of(results.stream()
                .map(result -> solutions.apply(result).get(name))
                .filter(Objects::nonNull)
                .toList());
    }

    /** Returns the mean of the tokens for a task. */
    long meanTokens() {
        return tasks == 0 ? 0 : Math.round((double) tokens / tasks);
    }
}
