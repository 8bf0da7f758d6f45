package dev.plimsoll.mcp;

/**
 * Decides about the requests for one tool, resource, or prompt. May block, because the store may be on disk.
 *
 * @param <Q> the request
 * @param <A> the result
 */
@FunctionalInterface
interface RequestGuard<Q, A> {

    GuardDecision<Q, A> decide(GuardedRequest guardedRequest, Q request);
}
