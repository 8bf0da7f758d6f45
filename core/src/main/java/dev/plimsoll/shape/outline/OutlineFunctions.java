package dev.plimsoll.shape.outline;

import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.query.node.ResultFunctions;
import dev.plimsoll.query.value.QueryMeter;
import dev.plimsoll.shape.draft.AnswerDraft;
import dev.plimsoll.shape.outline.statistics.StatisticsWriter;
import dev.plimsoll.shape.outline.statistics.StatisticsWriter.Level;
import dev.plimsoll.shape.outline.statistics.ValueStatistics;
import dev.plimsoll.shape.outline.text.LogLine;
import dev.plimsoll.sql.SqlLimits;
import dev.plimsoll.sql.SqlQuery;
import dev.plimsoll.tokens.TokenCounter;
import java.util.Map;

/**
 * The functions of a query that describe values, read logs, and run SQL statements.
 *
 * @param counter counts the text of outlines
 * @param sqlQuery runs SQL statements
 */
public record OutlineFunctions(TokenCounter counter, SqlQuery sqlQuery) implements ResultFunctions {

    /**
     * Maximum bytes of an outline in a query. It may exceed the budget of an answer, because the query can select a
     * part of it.
     */
    private static final int MAX_BYTES = 64 << 10;

    private static final Budget BUDGET = new Budget(MAX_BYTES, MAX_BYTES);

    /** Creates the functions of a query without SQL. */
    public OutlineFunctions(TokenCounter counter) {
        this(counter, new SqlQuery(null, false, MAX_BYTES, Map.of()));
    }

    @Override
    public Slice outline(Slice json) {
        ValueStatistics statistics = ValueStatistics.of(json);
        AnswerDraft draft = new AnswerDraft(counter);
        for (Level level : Level.RICH_TO_POOR) {
            draft = new AnswerDraft(counter);
            new StatisticsWriter(level, draft, BUDGET).write(statistics);
            if (draft.bytes() <= MAX_BYTES) {
                return draft.written();
            }
        }
        throw new IllegalStateException("an outline without fields has " + draft.bytes() + " bytes");
    }

    @Override
    public Slice readLogLine(Slice line) {
        return LogLine.toJson(line);
    }

    @Override
    public Slice sql(String statement, Slice json, QueryMeter meter) {
        return sqlQuery.run(statement, json, new SqlLimits(meter.remainingMillis(), meter.remainingBytes()));
    }
}
