package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;

/**
 * Listener for the messages of a server. Messages of one request arrive in order; others may arrive on several threads.
 */
public interface UpstreamListener {

    /**
     * Handles a message. Its bytes are not reused. May block while the client does not read.
     *
     * @throws IOException if the client is no longer connected
     */
    void onMessage(Message message) throws IOException;

    /** Ends one request with an error. Other requests are not affected. Does nothing if the request is not pending. */
    default void onRequestFailed(Slice requestId, RefusedException why) throws IOException {
        onMessage(Message.error(requestId, new ErrorObject(ErrorObject.INTERNAL_ERROR, why)));
    }

    /** Refuses one request. The connection works, and the reason is about the request alone. */
    default void onRequestRefused(Slice requestId, RefusedException why) throws IOException {
        onRequestFailed(requestId, why);
    }

    /** Reports a message above the limit, which was skipped. */
    void onMessageTooLong(LineTooLongException message, int maxBytes) throws IOException;

    /** Reports a problem that does not end the connection. */
    void onWarning(String warning);

    /** Reports that the server refuses the caller; called in place of {@link #onClosed}. */
    default void onRefused(RefusedException why) {
        onClosed(why.getMessage());
    }

    /** Reports the end of the server or the connection; called once, as the last method. */
    void onClosed(String reason);
}
