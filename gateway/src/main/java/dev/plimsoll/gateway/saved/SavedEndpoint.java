package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Endpoint with saved views: handles them itself, and passes everything else to another endpoint. */
public final class SavedEndpoint implements Endpoint {

    private final Endpoint endpoint;
    private final SavedHost host;
    private final SourceFactory factory;

    /** Creates the suppliers of the servers that callers use. */
    @FunctionalInterface
    public interface SourceFactory {
        /**
         * Creates the supplier for a caller.
         *
         * @param session null for a request without a session
         */
        SavedSources create(AuthenticatedCaller authenticatedCaller, @Nullable String session);
    }

    public SavedEndpoint(Endpoint endpoint, SavedHost host, SourceFactory factory) {
        this.endpoint = endpoint;
        this.host = host;
        this.factory = factory;
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
        SavedClient saved = new SavedClient(client);
        EndpointSession opened = endpoint.open(authenticatedCaller, session, clientAbilities, saved, onClosed);
        return new SavedSession(opened, host, factory.create(authenticatedCaller, session), saved);
    }

    @Override
    public EndpointSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException {
        SavedClient saved = new SavedClient(client);
        EndpointSession opened = endpoint.openForRequest(authenticatedCaller, clientAbilities, saved);
        return new SavedSession(opened, host, factory.create(authenticatedCaller, null), saved);
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
