package dev.plimsoll.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A guarded handler that promises its result. The guard's own work, which may block, leaves the caller's thread. */
record Reactive<X, Q extends McpSchema.Request, A>(
        BiFunction<X, Q, Mono<A>> handler, Judge<Q, A> judge, Visits<X> visits)
        implements BiFunction<X, Q, Mono<A>>, Guarding {

    @Override
    public Mono<A> apply(X exchange, Q request) {
        return Mono.fromCallable(() -> judge.meet(visits.of(exchange, request.meta()), request))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(step -> taken(step, exchange));
    }

    private Mono<A> taken(Step<Q, A> step, X exchange) {
        if (step instanceof Step.Here<Q, A> here) {
            return Mono.just(here.answer());
        }
        Step.Onward<Q, A> onward = (Step.Onward<Q, A>) step;
        return handler.apply(exchange, onward.request())
                .publishOn(Schedulers.boundedElastic())
                .map(onward.guarding());
    }
}
