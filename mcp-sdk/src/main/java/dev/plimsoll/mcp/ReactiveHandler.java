package dev.plimsoll.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Guarded handler of an async server: it returns a {@code Mono} of its result. The guard may block, so its
 * work runs on another thread.
 *
 * @param <X> the first argument of handlers: an exchange, or the context of the transport
 * @param <Q> the request
 * @param <A> the result
 */
record ReactiveHandler<X, Q extends McpSchema.Request, A>(
        BiFunction<X, Q, Mono<A>> handler, RequestGuard<Q, A> requestGuard, RequestResolver<X> requestResolver)
        implements BiFunction<X, Q, Mono<A>>, GuardedHandler {

    @Override
    public Mono<A> apply(X exchange, Q request) {
        return Mono.fromCallable(() -> requestGuard.decide(requestResolver.resolve(exchange, request.meta()), request))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(guardDecision -> proceed(guardDecision, exchange));
    }

    private Mono<A> proceed(GuardDecision<Q, A> guardDecision, X exchange) {
        if (guardDecision instanceof GuardDecision.Answer<Q, A> answer) {
            return Mono.just(answer.answer());
        }
        GuardDecision.Forward<Q, A> forward = (GuardDecision.Forward<Q, A>) guardDecision;
        return handler.apply(exchange, forward.request())
                .publishOn(Schedulers.boundedElastic())
                .map(forward.guardResult());
    }
}
