package dev.plimsoll.servlet.message;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;

/** Handles the response to a request that was forwarded to the server. */
@FunctionalInterface
interface ResponseHandler {

    /**
     * Returns the result for the client; the same slice if it does not change.
     *
     * @param session id of the session that the response starts; empty if it starts none
     * @throws RefusedException if the client gets an error in place of the result
     */
    Slice onResult(Slice result, String session);

    /** Records that the server answered with an error, which the client gets unchanged. */
    default void onError(Slice error) {}

    /** Returns the result for the client in place of one that is too large, or throws the refusal, which becomes an error. */
    default Slice onRefusal(RefusedException refused) {
        throw refused;
    }
}
