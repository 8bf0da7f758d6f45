package dev.plimsoll.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.function.BiFunction;

/**
 * Guarded handler of a sync server: it returns its result directly.
 *
 * @param <X> the first argument of handlers: an exchange, or the context of the transport
 * @param <Q> the request
 * @param <A> the result
 */
record BlockingHandler<X, Q extends McpSchema.Request, A>(
        BiFunction<X, Q, A> handler, RequestGuard<Q, A> requestGuard, RequestResolver<X> requestResolver)
        implements BiFunction<X, Q, A>, GuardedHandler {

    @Override
    public A apply(X exchange, Q request) {
        GuardDecision<Q, A> guardDecision =
                requestGuard.decide(requestResolver.resolve(exchange, request.meta()), request);
        if (guardDecision instanceof GuardDecision.Answer<Q, A> answer) {
            return answer.answer();
        }
        GuardDecision.Forward<Q, A> forward = (GuardDecision.Forward<Q, A>) guardDecision;
        A result = handler.apply(exchange, forward.request());
        // if a handler returns nothing, the SDK reports the error
        return result == null ? result : forward.guardResult().apply(result);
    }
}
