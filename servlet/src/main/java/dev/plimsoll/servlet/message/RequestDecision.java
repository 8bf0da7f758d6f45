package dev.plimsoll.servlet.message;

import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/** Decision about one message of a client. */
sealed interface RequestDecision {

    /** Passes the message, and the response to it, unchanged. */
    RequestDecision PASS = new Pass();

    record Pass() implements RequestDecision {}

    /** Answers the request with this response. The server does not get the request. */
    record Answer(Slice response) implements RequestDecision {}

    /** Drops a message that expects no response. */
    record Drop() implements RequestDecision {}

    /**
     * Passes the request, and passes its result through a handler.
     *
     * @param params changed parameters for the server; null to pass the request unchanged
     */
    record Forward(@Nullable Slice params, ResponseHandler handler) implements RequestDecision {}
}
