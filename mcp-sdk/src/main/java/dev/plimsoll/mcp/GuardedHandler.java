package dev.plimsoll.mcp;

/** Marks a handler that is already guarded, so that guarding it again returns it unchanged. */
interface GuardedHandler {

    RequestGuard<?, ?> requestGuard();
}
