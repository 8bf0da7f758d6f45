package dev.plimsoll.mcp;

import java.util.function.UnaryOperator;

/** Decision about a request: the guard answers it, or its handler runs. */
sealed interface GuardDecision<Q, A> {

    /** Answer of the guard. No handler runs. */
    record Answer<Q, A>(A answer) implements GuardDecision<Q, A> {}

    /**
     * Request that its handler answers.
     *
     * @param request the request for the handler
     * @param guardResult turns the handler's result into the answer for the client
     */
    record Forward<Q, A>(Q request, UnaryOperator<A> guardResult) implements GuardDecision<Q, A> {}
}
