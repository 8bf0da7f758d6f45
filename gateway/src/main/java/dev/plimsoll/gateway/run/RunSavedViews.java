package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.saved.CallerServer;
import dev.plimsoll.gateway.saved.SavedViewClient;
import dev.plimsoll.gateway.saved.SavedViewHost;
import dev.plimsoll.gateway.saved.SavedViewSession;
import dev.plimsoll.gateway.saved.SavedViews;
import dev.plimsoll.gateway.saved.ViewFiles;
import java.nio.file.Path;
import java.util.List;

/**
 * Lets the client of {@code plimsoll run} save views and subscribe to them. Only created if a policy allows views,
 * because its classes take time to load.
 */
final class RunSavedViews {

    private final String server;
    private final SavedViewClient client;
    private final SavedViews views;
    private final Log log;

    /** @param data the data folder */
    RunSavedViews(String server, Path data, Peer client, Log log) {
        this.server = server;
        this.client = new SavedViewClient(client);
        this.views = new SavedViews(new ViewFiles(data), log);
        this.log = log;
    }

    /** Returns the client that the relay must use. */
    Peer client() {
        return client;
    }

    /** Creates the session of the client, which handles views and passes all other messages to the given session. */
    EndpointSession createSession(EndpointSession session, RunEngine runEngine) {
        runEngine.observeResults(views);
        return new SavedViewSession(
                session,
                new SavedViewHost(views, name -> new ToolOwner(server, name), log),
                () -> List.of(new CallerServer(server, runEngine.get())),
                client);
    }
}
