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
 * @param trace facts about the run for messages
 * @param calls calls of tools in a program; null for a query
 * @param hasCertainCalls whether the program is certain to make the calls in the part that is evaluated now, if
 *     earlier calls succeed
 */
public record Evaluation(
        QueryMeter meter,
        Instant now,
        Regexes regexes,
        ResultFunctions functions,
        EvaluationTrace trace,
        @Nullable CallRound calls,
        boolean hasCertainCalls) {

    /** Returns the state for a part that may not run to its end, so that its calls are not certain. */
    Evaluation withUncertainCalls() {
        return calls == null || !hasCertainCalls
                ? this
                : new Evaluation(meter, now, regexes, functions, trace, calls, false);
    }
}
