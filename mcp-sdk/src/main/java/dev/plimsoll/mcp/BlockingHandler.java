package dev.plimsoll.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.function.BiFunction;

/** A guarded handler that returns its result directly. */
record BlockingHandler<X, Q extends McpSchema.Request, A>(
        BiFunction<X, Q, A> handler, RequestGuard<Q, A> judge, RequestResolver<X> visits)
        implements BiFunction<X, Q, A>, GuardedHandler {

    @Override
    public A apply(X exchange, Q request) {
        GuardDecision<Q, A> guardDecision = judge.meet(visits.of(exchange, request.meta()), request);
        if (guardDecision instanceof GuardDecision.Here<Q, A> here) {
            return here.answer();
        }
        GuardDecision.Onward<Q, A> onward = (GuardDecision.Onward<Q, A>) guardDecision;
        A result = handler.apply(exchange, onward.request());
        // if a handler returns nothing, the SDK reports the error
        return result == null ? result : onward.guarding().apply(result);
    }
}
