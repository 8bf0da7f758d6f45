package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Client of a session with saved views. It adds the views to the acknowledgments of {@code subscriptions/listen} that
 * the endpoint sends.
 */
public final class SavedClient implements Peer {

    private final Peer client;
    private volatile @Nullable SessionSubscriptions subscriptions;

    public SavedClient(Peer client) {
        this.client = client;
    }

    Peer client() {
        return client;
    }

    void setSubscriptions(SessionSubscriptions ofSession) {
        subscriptions = ofSession;
    }

    @Override
    public void send(Message message) throws IOException {
        SessionSubscriptions ofSession = subscriptions;
        if (ofSession != null && "notifications/subscriptions/acknowledged".equals(message.method())) {
            ofSession.acknowledge(message);
        } else {
            client.send(message);
        }
    }
}
