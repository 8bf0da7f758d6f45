package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Peer of a client that uses saved views. When the endpoint acknowledges {@code subscriptions/listen}, this peer adds
 * the views to the acknowledgment.
 */
public final class SavedViewClient implements Peer {

    private final Peer client;
    private volatile @Nullable SessionSubscriptions subscriptions;

    public SavedViewClient(Peer client) {
        this.client = client;
    }

    Peer client() {
        return client;
    }

    void setSubscriptions(SessionSubscriptions sessionSubscriptions) {
        subscriptions = sessionSubscriptions;
    }

    @Override
    public void send(Message message) throws IOException {
        SessionSubscriptions sessionSubscriptions = subscriptions;
        if (sessionSubscriptions != null && "notifications/subscriptions/acknowledged".equals(message.method())) {
            sessionSubscriptions.acknowledge(message);
        } else {
            client.send(message);
        }
    }
}
