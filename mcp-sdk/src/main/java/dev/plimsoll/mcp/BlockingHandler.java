package dev.plimsoll.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.function.BiFunction;

/** Guarded handler of a synchronous server: it returns its result directly. */
record BlockingHandler<X, Q extends McpSchema.Request, A>(
        BiFunction<X, Q, A> handler, RequestGuard<Q, A> requestGuard, RequestResolver<X> requestResolver)
        implements BiFunction<X, Q, A>, GuardedHandler {

    @Override
    public A apply(X exchange, Q request) {
        GuardDecision<Q, A> guardDecision = requestGuard.decide(requestResolver.of(exchange, request.meta()), request);
        if (guardDecision instanceof GuardDecision.Answer<Q, A> answer) {
            return answer.answer();
        }
        GuardDecision.Forward<Q, A> forward = (GuardDecision.Forward<Q, A>) guardDecision;
        A result = handler.apply(exchange, forward.request());
        // if a handler returns nothing, the SDK reports the error
        return result == null ? result : forward.guardResult().apply(result);
    }
}
