package dev.plimsoll.bench.answers.program;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Costs of all questions.
 *
 * @param listedTokens tokens of the entry of {@code plimsoll_run} in the listing
 */
public record ProgramReport(List<ProgramRow> rows, long listedTokens) {

    public ProgramReport {
        rows = List.copyOf(rows);
    }

    /** Returns the sum of one column. */
    public long sum(ToLongFunction<ProgramRow> column) {
        return rows.stream().mapToLong(column).sum();
    }

    /** Returns the number of right answers. */
    public long rightAnswers() {
        return rows.stream().filter(ProgramRow::isRight).count();
    }
}
