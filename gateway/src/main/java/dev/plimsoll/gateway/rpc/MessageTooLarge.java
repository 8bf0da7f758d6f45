package dev.plimsoll.gateway.rpc;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Errors for messages that exceed the limit or the free memory. */
public final class MessageTooLarge {

    private MessageTooLarge() {}

    /**
     * Returns the error for a skipped message: too long, or, if its length is within the limit, too large for the
     * memory.
     */
    public static RefusedException skippedMessage(String what, long bytes, int maxBytes) {
        if (bytes <= maxBytes) {
            return outOfMemory(bytes);
        }
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        what + " of " + bytes + " bytes exceeds the limit of " + maxBytes,
                        "request less, or raise maxMessageBytes")
                .detail("bytes", Long.toString(bytes))
                .detail("allowed", Integer.toString(maxBytes));
    }

    public static RefusedException outOfMemory(long bytes) {
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "not enough memory for a result of " + bytes + " bytes",
                        "request less, or set a larger heap: PLIMSOLL_JAVA_OPTS=-Xmx2g")
                .detail("bytes", Long.toString(bytes));
    }
}
