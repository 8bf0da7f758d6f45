package dev.plimsoll.policy;

import dev.plimsoll.model.RefusedException;

/**
 * Check of a caller's permission in addition to its tier. It runs for each call and again for each follow-up read of the
 * result, so a caller that loses a permission cannot continue to read.
 */
@FunctionalInterface
public interface CallAuthorizer {

    /** Admits every caller. */
    CallAuthorizer ALLOW_ALL = (server, tool) -> {};

    /** Throws {@link RefusedException} if the caller may not use that tool now. */
    void requireAllowed(String server, String tool);
}
