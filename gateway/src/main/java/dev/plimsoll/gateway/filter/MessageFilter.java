package dev.plimsoll.gateway.filter;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;

/**
 * Handles the messages between one client and one server. A filter forwards a message over its link, changed or
 * unchanged, or answers a request itself with a response or an error. By default, messages and reports are forwarded,
 * and a refusal is forwarded as {@code onClosed}. A filter is used in one chain. Its methods may be called on several
 * threads; see {@link UpstreamListener} for their order.
 */
public interface MessageFilter {

    /** Prepares the filter. Called once, before all other methods. */
    default void start(FilterLink link) {}

    /**
     * Handles a message of the client, on its way to the server.
     *
     * @throws IOException if the server is closed
     */
    default void onClientMessage(Message message, FilterLink link) throws IOException {
        link.server().send(message);
    }

    /**
     * Handles a message of the server, on its way to the client.
     *
     * @throws IOException if the client is no longer connected
     */
    default void onServerMessage(Message message, FilterLink link) throws IOException {
        link.client().onMessage(message);
    }

    /** Handles the failure of one request, to which the server sends no response. */
    default void onRequestFailed(Slice requestId, RefusedException why, FilterLink link) throws IOException {
        link.client().onRequestFailed(requestId, why);
    }

    /** Handles the report that a message above the limit was skipped. */
    default void onMessageTooLong(LineTooLongException message, int maxBytes, FilterLink link) throws IOException {
        link.client().onMessageTooLong(message, maxBytes);
    }

    /** Handles a problem that does not end the connection. */
    default void onWarning(String warning, FilterLink link) {
        link.client().onWarning(warning);
    }

    /** Handles the report that the server refuses the caller, which ends the connection. */
    default void onRefused(RefusedException why, FilterLink link) {
        onClosed(why.getMessage(), link);
    }

    /** Handles the end of the connection on the side of the server. */
    default void onClosed(String reason, FilterLink link) {
        link.client().onClosed(reason);
    }

    /**
     * Called when the client closes the connection, before the connection to the server closes. May be called
     * more than once.
     */
    default void beforeClose() {}

    /** Releases what the filter holds, after the client has closed the connection; called once. */
    default void afterClose() {}
}
