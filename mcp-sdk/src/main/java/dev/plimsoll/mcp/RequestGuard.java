package dev.plimsoll.mcp;

/** Decides about the requests for one thing that a server offers. May block: the store may be on a disk. */
@FunctionalInterface
interface RequestGuard<Q, A> {

    GuardDecision<Q, A> meet(GuardedRequest guardedRequest, Q request);
}
