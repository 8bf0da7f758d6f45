package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.saved.SavedClient;
import dev.plimsoll.gateway.saved.SavedHost;
import dev.plimsoll.gateway.saved.SavedSession;
import dev.plimsoll.gateway.saved.SavedSource;
import dev.plimsoll.gateway.saved.SavedViews;
import dev.plimsoll.gateway.saved.ViewFiles;
import java.nio.file.Path;
import java.util.List;

/**
 * Lets the client of {@code plimsoll run} save views and subscribe to them. Only created if a policy allows views,
 * because its classes take time to load.
 */
final class RunSaved {

    private final String server;
    private final SavedClient client;
    private final SavedViews views;
    private final Log log;

    /** @param data the data folder */
    RunSaved(String server, Path data, Peer client, Log log) {
        this.server = server;
        this.client = new SavedClient(client);
        this.views = new SavedViews(new ViewFiles(data), log);
        this.log = log;
    }

    /** Returns the client that the relay must use. */
    Peer client() {
        return client;
    }

    /** Creates the session of the client, which handles views and passes all other messages to the given session. */
    EndpointSession session(EndpointSession session, RunEngine runEngine) {
        runEngine.observeResults(views);
        return new SavedSession(
                session,
                new SavedHost(views, name -> new ToolOwner(server, name), log),
                () -> List.of(new SavedSource(server, runEngine.get())),
                client);
    }
}
