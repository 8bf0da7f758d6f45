package dev.plimsoll.gateway.rpc;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Errors for messages that exceed the limit or the free memory. */
public final class MessageTooLarge {

    private MessageTooLarge() {}

    /**
     * Returns the error for a skipped message. A message within the limit was skipped because there was too
     * little memory.
     *
     * @param what the beginning of the sentence, such as "the server's response"
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
