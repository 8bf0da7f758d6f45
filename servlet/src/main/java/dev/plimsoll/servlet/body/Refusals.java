package dev.plimsoll.servlet.body;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Creates refusals of responses that exceed a limit of the buffer quota. */
final class Refusals {

    private Refusals() {}

    /** Creates the refusal of a body that exceeded a limit after the given number of bytes. */
    static RefusedException overLimit(BufferQuota quota, long bytes) {
        boolean isTooLarge = bytes > quota.maxBody();
        return isTooLarge
                ? new RefusedException(
                                ErrorCode.RESULT_TOO_LARGE,
                                "the result is larger than " + quota.maxBody() + " bytes, the limit maxMessageBytes",
                                "ask the tool for less, for example with a filter")
                        .detail("limit", quota.maxBody())
                : new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "the memory for results is in use by other calls",
                        "repeat the call later");
    }
}
