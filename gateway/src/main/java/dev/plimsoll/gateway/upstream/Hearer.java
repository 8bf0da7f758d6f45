package dev.plimsoll.gateway.upstream;

import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;

/** Who hears what a server says. Messages that belong to one request come in order; others may come from several threads. */
public interface Hearer {

    /**
     * A message, not yet looked at, with bytes of its own. May wait while the client does not read.
     *
     * @throws IOException when there is nobody left who wants to hear
     */
    void heard(Slice message) throws IOException;

    /** The same of one that was looked at already. */
    default void heard(Message message) throws IOException {
        heard(message.bytes());
    }

    /** A request gets no answer for a reason of its own; all others live on. Nothing happens when nobody waits for it. */
    default void failed(Slice requestId, RefusedException why) throws IOException {
        heard(Message.error(requestId, new Fault(Fault.INTERNAL_ERROR, why)));
    }

    /** A message above the limit was skipped. */
    void lost(LineTooLongException message, int most) throws IOException;

    /** Something went wrong that the server and its other messages live on with. */
    void troubled(String what);

    /** The server refuses whoever calls; in place of {@link #ended}. */
    default void denied(RefusedException why) {
        ended(why.getMessage());
    }

    /** The server has ended, or the connection to it; comes once, and last. */
    void ended(String how);
}
