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
        if (guardDecision instanceof GuardDecision.Here<Q, A> answer) {
            return answer.answer();
        }
        GuardDecision.Onward<Q, A> forward = (GuardDecision.Onward<Q, A>) guardDecision;
        A result = handler.apply(exchange, forward.request());
        // if a handler returns nothing, the SDK reports the error
        return result == null ? result : forward.guarding().apply(result);
    }
}
