package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Tells a client when a server's tools are listed otherwise than before, because another configuration is in force. */
public final class ListChangeNotifier {

    private static final String LIST_CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    private final String server;
    private final ServerKnowledge serverKnowledge;
    private final CallerContexts callerContexts;
    private final Peer client;
    private final WorkerPool workerPool;
    private Plimsoll listedBy;

    /** As it is listed now. */
    public ListChangeNotifier(String server, ServerKnowledge serverKnowledge, CallerContexts callerContexts, Peer client, WorkerPool workerPool) {
        this.server = server;
        this.serverKnowledge = serverKnowledge;
        this.callerContexts = callerContexts;
        this.client = client;
        this.workerPool = workerPool;
        this.listedBy = callerContexts.get().engine();
    }

    /** Another configuration is in force. A client that does not read keeps nobody else waiting. */
    public synchronized void reconfigured() {
        Plimsoll now = callerContexts.get().engine();
        if (serverKnowledge.relists(listedBy, now, server)) {
            workerPool.run(this::tell);
        }
        listedBy = now;
    }

    private void tell() {
        try {
            client.send(Slice.of(LIST_CHANGED));
        } catch (IOException e) {
            // it is gone
        }
    }
}
