package dev.plimsoll.engine;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Style;

/** Error for a cursor whose snapshot has expired, worded for the tool's style. */
final class DeadCursor {

    private static final String PROBE_MESSAGE =
            "Continuation token expired or not found. Re-invoke without continuation_token"
                    + " to start a new negotiation.";

    private DeadCursor() {}

    static RefusedException forStyle(RefusedException refused, Policy policy) {
        boolean probe = refused.code() == ErrorCode.CURSOR_EXPIRED && policy.get(Policy.STYLE) == Style.PROBE;
        return probe
                ? new RefusedException(
                        ErrorCode.CURSOR_EXPIRED, PROBE_MESSAGE, "call the tool again without continuation_token")
                : refused;
    }
}
