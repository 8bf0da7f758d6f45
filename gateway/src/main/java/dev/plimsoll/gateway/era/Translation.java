package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Stands before a client and changes what the server says; what is no message, and how the server fares, goes on as it is. */
abstract class Translation implements Hearer {

    final Hearer client;

    Translation(Hearer client) {
        this.client = client;
    }

    @Override
    public final void heard(Slice bytes) throws IOException {
        Message message = Message.of(bytes);
        if (message == null) {
            client.heard(bytes);
        } else {
            heard(message);
        }
    }

    /** What the server says, read; {@link Hearer}'s own way for it would lead back here. */
    @Override
    public abstract void heard(Message message) throws IOException;

    @Override
    public void lost(LineTooLongException message, int most) throws IOException {
        client.lost(message, most);
    }

    @Override
    public void troubled(String what) {
        client.troubled(what);
    }

    @Override
    public void ended(String how) {
        client.ended(how);
    }
}
