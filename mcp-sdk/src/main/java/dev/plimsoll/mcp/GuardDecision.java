package dev.plimsoll.mcp;

import java.util.function.UnaryOperator;

/** What becomes of a request. */
sealed interface GuardDecision<Q, A> {

    /** It is answered here; no handler runs. */
    record Here<Q, A>(A answer) implements GuardDecision<Q, A> {}

    /**
     * Its handler runs.
     *
     * @param request what the handler gets
     * @param guarding makes of the handler's result what the client gets
     */
    record Onward<Q, A>(Q request, UnaryOperator<A> guarding) implements GuardDecision<Q, A> {}
}
