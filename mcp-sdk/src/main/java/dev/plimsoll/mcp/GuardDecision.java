package dev.plimsoll.mcp;

import java.util.function.UnaryOperator;

/** The decision about a request: answer it here, or run its handler. */
sealed interface GuardDecision<Q, A> {

    /** An answer of the guard; no handler runs. */
    record Answer<Q, A>(A answer) implements GuardDecision<Q, A> {}

    /**
     * A request that its handler answers.
     *
     * @param request the request for the handler
     * @param guardResult turns the handler's result into the answer for the client
     */
    record Forward<Q, A>(Q request, UnaryOperator<A> guardResult) implements GuardDecision<Q, A> {}
}
