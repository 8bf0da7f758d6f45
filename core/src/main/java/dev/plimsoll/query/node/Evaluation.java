package dev.plimsoll.query.node;

import dev.plimsoll.query.program.CallRound;
import dev.plimsoll.query.text.Regexes;
import dev.plimsoll.query.value.QueryMeter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * State of one run of a query.
 *
 * @param meter limits of the run
 * @param now result of {@code now}
 * @param regexes regular expressions compiled so far
 * @param functions functions that need more than the query language
 * @param trace what the run remembers for messages about it
 * @param calls calls of tools in a program; null for a query
 */
public record Evaluation(
        QueryMeter meter,
        Instant now,
        Regexes regexes,
        ResultFunctions functions,
        EvaluationTrace trace,
        @Nullable CallRound calls) {}
