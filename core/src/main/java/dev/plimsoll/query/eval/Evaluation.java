package dev.plimsoll.query.eval;

import dev.plimsoll.query.ops.Regexes;
import dev.plimsoll.query.value.QueryMeter;
import java.time.Instant;

/**
 * One evaluation of a query.
 *
 * @param meter what it may cost
 * @param now the time that {@code now} gives
 * @param regexes what has been compiled so far
 */
public record Evaluation(QueryMeter meter, Instant now, Regexes regexes) {}
