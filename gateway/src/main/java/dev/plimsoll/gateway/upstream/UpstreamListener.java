package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;

/**
 * Listener for the messages of a server. Messages that belong to one request arrive in order. Other messages
 * may arrive on several threads at the same time.
 */
public interface UpstreamListener {

    /**
     * Handles a message, whose bytes do not change later. May block while the client does not read.
     *
     * @throws IOException if the client is no longer connected
     */
    void onMessage(Message message) throws IOException;

    /** Reports that one request has failed, which affects no other request. Has no effect if it is not pending. */
    default void onRequestFailed(Slice requestId, RefusedException why) throws IOException {
        onMessage(Message.error(requestId, new ErrorObject(ErrorObject.INTERNAL_ERROR, why)));
    }

    /** Reports that one request is refused for a reason in the request itself. The connection works. */
    default void onRequestRefused(Slice requestId, RefusedException why) throws IOException {
        onRequestFailed(requestId, why);
    }

    /** Reports that a message was skipped, because it is longer than the limit. */
    void onMessageTooLong(LineTooLongException message, int maxBytes) throws IOException;

    /** Reports a problem that does not end the connection. */
    void onWarning(String warning);

    /** Reports that the server refuses the caller, which ends the connection. Called instead of {@link #onClosed}. */
    default void onRefused(RefusedException why) {
        onClosed(why.getMessage());
    }

    /** Reports the end of the server or of the connection. Called once; no other method is called after it. */
    void onClosed(String reason);
}
