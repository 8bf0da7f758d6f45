package dev.plimsoll.engine;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.shape.style.Style;

/** Error for a cursor whose snapshot has expired, worded for the tool's style. */
final class DeadCursor {

    private DeadCursor() {}

    static RefusedException forStyle(RefusedException refused, Style style) {
        String message = refused.code() == ErrorCode.CURSOR_EXPIRED ? style.expiredMessage() : null;
        return message == null
                ? refused
                : new RefusedException(
                        ErrorCode.CURSOR_EXPIRED,
                        message,
                        "call the tool again without " + style.readArguments().get(0));
    }
}
