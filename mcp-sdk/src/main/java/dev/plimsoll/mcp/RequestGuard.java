package dev.plimsoll.mcp;

/**
 * Guard that decides about the requests for one tool, resource, or prompt. It may block, because the store may be on disk.
 *
 * @param <Q> the request
 * @param <A> the result
 */
@FunctionalInterface
interface RequestGuard<Q, A> {

    GuardDecision<Q, A> decide(GuardedRequest guardedRequest, Q request);
}
