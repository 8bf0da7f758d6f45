package dev.plimsoll.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.function.BiFunction;

/** A guarded handler that returns its result. */
record Direct<X, Q extends McpSchema.Request, A>(BiFunction<X, Q, A> handler, Judge<Q, A> judge, Visits<X> visits)
        implements BiFunction<X, Q, A>, Guarding {

    @Override
    public A apply(X exchange, Q request) {
        Step<Q, A> step = judge.meet(visits.of(exchange, request.meta()), request);
        if (step instanceof Step.Here<Q, A> here) {
            return here.answer();
        }
        Step.Onward<Q, A> onward = (Step.Onward<Q, A>) step;
        A result = handler.apply(exchange, onward.request());
        // of a handler that returns nothing the SDK says what is wrong
        return result == null ? result : onward.guarding().apply(result);
    }
}
