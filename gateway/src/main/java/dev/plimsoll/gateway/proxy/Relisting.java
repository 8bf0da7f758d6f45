package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** Tells a client when a server's tools are listed otherwise than before, because another configuration is in force. */
public final class Relisting {

    private static final String LIST_CHANGED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

    private final String server;
    private final Known known;
    private final Guards guards;
    private final Peer client;
    private final Workers workers;
    private Plimsoll listedBy;

    /** As it is listed now. */
    public Relisting(String server, Known known, Guards guards, Peer client, Workers workers) {
        this.server = server;
        this.known = known;
        this.guards = guards;
        this.client = client;
        this.workers = workers;
        this.listedBy = guards.get().engine();
    }

    /** Another configuration is in force. A client that does not read keeps nobody else waiting. */
    public synchronized void reconfigured() {
        Plimsoll now = guards.get().engine();
        if (known.relists(listedBy, now, server)) {
            workers.run(this::tell);
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
