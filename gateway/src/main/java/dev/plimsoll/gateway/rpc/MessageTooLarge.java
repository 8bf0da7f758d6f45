package dev.plimsoll.gateway.rpc;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** What is said of messages that are too large, by the limit or for the memory that is left. */
public final class MessageTooLarge {

    private MessageTooLarge() {}

    /** Of one that was skipped: for its length, or where that is within the limit, for want of memory. */
    public static RefusedException lost(String what, long bytes, int most) {
        if (bytes <= most) {
            return forMemory(bytes);
        }
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        what + " of " + bytes + " bytes is above the limit of " + most,
                        "ask for less, or raise maxMessageBytes")
                .detail("bytes", Long.toString(bytes))
                .detail("allowed", Integer.toString(most));
    }

    public static RefusedException forMemory(long bytes) {
        return new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "there is not enough memory for a result of " + bytes + " bytes",
                        "ask for less, or give more memory: PLIMSOLL_JAVA_OPTS=-Xmx2g")
                .detail("bytes", Long.toString(bytes));
    }
}
