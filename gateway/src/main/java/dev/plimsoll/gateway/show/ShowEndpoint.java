package dev.plimsoll.gateway.show;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Endpoint whose clients can show whole results to people. */
public final class ShowEndpoint implements Endpoint {

    private final Endpoint endpoint;
    private final ShowHost host;
    private final SourceFactory sources;

    /** Creates what a caller can show. */
    @FunctionalInterface
    public interface SourceFactory {
        /**
         * Creates the sources of a caller.
         *
         * @param session null for a request without a session
         */
        ShowSources create(AuthenticatedCaller authenticatedCaller, @Nullable String session);
    }

    public ShowEndpoint(Endpoint endpoint, ShowHost host, SourceFactory sources) {
        this.endpoint = endpoint;
        this.host = host;
        this.sources = sources;
    }

    @Override
    public String name() {
        return endpoint.name();
    }

    @Override
    public EndpointSession open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable onClosed)
            throws IOException, BusyException {
        EndpointSession opened = endpoint.open(authenticatedCaller, session, clientAbilities, client, onClosed);
        return new ShowSession(opened, sources.create(authenticatedCaller, session), host, clientAbilities);
    }

    @Override
    public EndpointSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException {
        EndpointSession opened = endpoint.openForRequest(authenticatedCaller, clientAbilities, client);
        return new ShowSession(opened, sources.create(authenticatedCaller, null), host, clientAbilities);
    }

    @Override
    public Duration startTimeout() {
        return endpoint.startTimeout();
    }

    @Override
    public void runMaintenance() {
        endpoint.runMaintenance();
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
