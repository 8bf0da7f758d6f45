package dev.plimsoll.servlet.body;

import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;

/** Creates the refusals of responses that are too large. */
final class Refusals {

    private Refusals() {}

    /** Refuses a body that has no room, after it wrote this many bytes. */
    static RefusedException of(BufferRoom room, long bytes) {
        boolean isTooLarge = bytes > room.maxBody();
        return isTooLarge
                ? new RefusedException(
                                ErrorCode.RESULT_TOO_LARGE,
                                "the result is larger than " + room.maxBody() + " bytes, the limit maxMessageBytes",
                                "ask the tool for less, for example with a filter")
                        .detail("limit", room.maxBody())
                : new RefusedException(
                        ErrorCode.RESULT_TOO_LARGE,
                        "the memory for results is in use by other calls",
                        "repeat the call later");
    }
}
