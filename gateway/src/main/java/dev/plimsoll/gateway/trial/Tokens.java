package dev.plimsoll.gateway.trial;

import dev.plimsoll.measure.Copies;
import dev.plimsoll.measure.Estimator;
import dev.plimsoll.measure.ResultMeter;
import dev.plimsoll.model.ToolResult;

/** Counts what a result costs whatever the budget. */
final class Tokens {

    private Tokens() {}

    /** Of everything a client could feed to a model; copies of one document count once, or summed. */
    static long of(ToolResult result, Estimator estimator, boolean sumCopies) {
        // far from every count: near the budget the meter would count exactly
        int far = Integer.MAX_VALUE;
        return new ResultMeter(estimator, sumCopies)
                .cost(result, Copies.in(result), far, far, false)
                .tokens();
    }
}
