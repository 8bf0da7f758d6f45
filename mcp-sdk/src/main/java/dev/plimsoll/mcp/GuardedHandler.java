package dev.plimsoll.mcp;

/** A handler that a guard stands in front of already: whoever wraps it again by mistake gets it as it is. */
interface GuardedHandler {

    RequestGuard<?, ?> judge();
}
