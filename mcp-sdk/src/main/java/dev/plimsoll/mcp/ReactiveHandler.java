package dev.plimsoll.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A guarded handler that returns a {@code Mono} of its result. The guard may block, so its work runs on another thread. */
record ReactiveHandler<X, Q extends McpSchema.Request, A>(
        BiFunction<X, Q, Mono<A>> handler, RequestGuard<Q, A> judge, RequestResolver<X> visits)
        implements BiFunction<X, Q, Mono<A>>, GuardedHandler {

    @Override
    public Mono<A> apply(X exchange, Q request) {
        return Mono.fromCallable(() -> judge.meet(visits.of(exchange, request.meta()), request))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(guardDecision -> taken(guardDecision, exchange));
    }

    private Mono<A> taken(GuardDecision<Q, A> guardDecision, X exchange) {
        if (guardDecision instanceof GuardDecision.Here<Q, A> answer) {
            return Mono.just(answer.answer());
        }
        GuardDecision.Onward<Q, A> forward = (GuardDecision.Onward<Q, A>) guardDecision;
        return handler.apply(exchange, forward.request())
                .publishOn(Schedulers.boundedElastic())
                .map(forward.guarding());
    }
}
