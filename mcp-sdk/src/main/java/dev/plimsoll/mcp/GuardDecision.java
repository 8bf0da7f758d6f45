package dev.plimsoll.mcp;

import java.util.function.UnaryOperator;

/** The decision about a request: answer it here, or run its handler. */
sealed interface GuardDecision<Q, A> {

    /** An answer of the guard; no handler runs. */
    record Here<Q, A>(A answer) implements GuardDecision<Q, A> {}

    /**
     * A request that its handler answers.
     *
     * @param request the request for the handler
     * @param guarding turns the handler's result into the answer for the client
     */
    record Onward<Q, A>(Q request, UnaryOperator<A> guarding) implements GuardDecision<Q, A> {}
}
