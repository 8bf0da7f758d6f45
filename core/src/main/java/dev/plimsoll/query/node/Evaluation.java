package dev.plimsoll.query.node;

import dev.plimsoll.query.text.Regexes;
import dev.plimsoll.query.value.QueryMeter;
import java.time.Instant;

/**
 * State of one run of a query.
 *
 * @param meter limits of the run
 * @param now result of {@code now}
 * @param regexes regular expressions compiled so far
 * @param functions functions that need more than the query language
 * @param trace what the run remembers for messages about it
 */
public record Evaluation(
        QueryMeter meter, Instant now, Regexes regexes, ResultFunctions functions, EvaluationTrace trace) {}
