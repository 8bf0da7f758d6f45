package dev.plimsoll.shape.outline;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.query.node.ResultFunctions;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.outline.statistics.StatisticsWriter;
import dev.plimsoll.shape.outline.statistics.StatisticsWriter.Level;
import dev.plimsoll.shape.outline.statistics.ValueStatistics;
import dev.plimsoll.shape.outline.text.LogLine;
import dev.plimsoll.tokens.TokenCounter;

/**
 * The functions of a query that describe values and read logs.
 *
 * @param counter counts the text of outlines
 */
public record OutlineFunctions(TokenCounter counter) implements ResultFunctions {

    /**
     * Maximum bytes of an outline in a query. It may exceed the budget of an answer, because the query can select a
     * part of it.
     */
    private static final int MAX_BYTES = 64 << 10;

    private static final Budget BUDGET = new Budget(MAX_BYTES, MAX_BYTES);

    @Override
    public Slice outline(Slice json) {
        ValueStatistics statistics = ValueStatistics.of(json);
        AnswerDraft written = new AnswerDraft(counter);
        for (Level level : Level.RICH_TO_POOR) {
            written = new AnswerDraft(counter);
            new StatisticsWriter(level, written, BUDGET).write(statistics);
            if (written.bytes() <= MAX_BYTES) {
                return written.written();
            }
        }
        throw new IllegalStateException("an outline without fields has " + written.bytes() + " bytes");
    }

    @Override
    public Slice readLogLine(Slice line) {
        return LogLine.toJson(line);
    }
}
