package dev.plimsoll.policy;

import dev.plimsoll.model.RefusedException;

/**
 * What a caller has to pass besides its tier. Asked for every call, and again for every reading of what a call gave: a caller
 * that has lost a permission reads on no more.
 */
@FunctionalInterface
public interface CallGate {

    /** Lets everybody through. */
    CallGate OPEN = (server, tool) -> {};

    /** Throws {@link RefusedException} for a caller that may not use that tool now. */
    void require(String server, String tool);
}
