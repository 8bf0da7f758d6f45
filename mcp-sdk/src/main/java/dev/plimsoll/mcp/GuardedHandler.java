package dev.plimsoll.mcp;

/** Handler that is already guarded. Guarding it again returns it unchanged. */
interface GuardedHandler {

    RequestGuard<?, ?> requestGuard();
}
