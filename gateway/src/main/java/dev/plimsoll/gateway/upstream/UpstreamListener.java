package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;

/** Who hears what a server says. Messages that belong to one request come in order; others may come from several threads. */
public interface UpstreamListener {

    /**
     * A message, not yet looked at, with bytes of its own. May wait while the client does not read.
     *
     * @throws IOException when there is nobody left who wants to hear
     */
    void onMessage(Slice message) throws IOException;

    /** The same of one that was looked at already. */
    default void onMessage(Message message) throws IOException {
        onMessage(message.bytes());
    }

    /** A request gets no answer for a reason of its own; all others live on. Nothing happens when nobody waits for it. */
    default void onRequestFailed(Slice requestId, RefusedException why) throws IOException {
        onMessage(Message.error(requestId, new ErrorObject(ErrorObject.INTERNAL_ERROR, why)));
    }

    /** A message above the limit was skipped. */
    void onMessageTooLong(LineTooLongException message, int most) throws IOException;

    /** Something went wrong that the server and its other messages live on with. */
    void onWarning(String what);

    /** The server refuses whoever calls; in place of {@link #onClosed}. */
    default void onRefused(RefusedException why) {
        onClosed(why.getMessage());
    }

    /** The server has ended, or the connection to it; comes once, and last. */
    void onClosed(String how);
}
