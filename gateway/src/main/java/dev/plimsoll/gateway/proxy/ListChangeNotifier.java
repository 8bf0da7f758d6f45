package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.policy.Policies;
import java.io.IOException;

/** Notifies a client when a new configuration changes the listing of a server's tools. */
public final class ListChangeNotifier {

    private static final Message LIST_CHANGED = Message.notification("notifications/tools/list_changed");

    private final String server;
    private final ServerKnowledge serverKnowledge;
    private final CallerContexts callerContexts;
    private final Peer client;
    private final WorkerPool workerPool;
    private Policies lastPolicies;

    /** Creates a notifier. The first change is compared with the current configuration. */
    public ListChangeNotifier(
            String server,
            ServerKnowledge serverKnowledge,
            CallerContexts callerContexts,
            Peer client,
            WorkerPool workerPool) {
        this.server = server;
        this.serverKnowledge = serverKnowledge;
        this.callerContexts = callerContexts;
        this.client = client;
        this.workerPool = workerPool;
        this.lastPolicies = callerContexts.get().policies();
    }

    /**
     * Notifies the client if a change of the configuration has changed its listing. A worker sends the
     * notification, so that a client that reads slowly does not delay the notifications to other clients.
     */
    public synchronized void onReconfigured() {
        Policies currentPolicies = callerContexts.get().policies();
        if (serverKnowledge.changesListing(lastPolicies, currentPolicies, server)) {
            workerPool.run(this::sendListChanged);
        }
        lastPolicies = currentPolicies;
    }

    private void sendListChanged() {
        try {
            client.send(LIST_CHANGED);
        } catch (IOException e) {
            // the client has closed the connection
        }
    }
}
