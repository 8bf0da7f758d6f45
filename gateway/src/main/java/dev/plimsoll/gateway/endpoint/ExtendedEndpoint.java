package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Endpoint that extends another endpoint: its sessions answer some requests themselves and pass the others on. */
public final class ExtendedEndpoint implements Endpoint {

    private final Endpoint endpoint;
    private final SessionExtension extension;
    private final Runnable maintenance;

    /** Wraps the sessions of an endpoint. */
    @FunctionalInterface
    public interface SessionExtension {
        /**
         * Returns a session that answers some requests itself and passes the others on.
         *
         * @param opened the session with the endpoint
         * @param session the id of the session; null for a request without a session
         */
        EndpointSession extend(
                EndpointSession opened,
                AuthenticatedCaller authenticatedCaller,
                @Nullable String session,
                ClientAbilities clientAbilities,
                Peer client);
    }

    /** @param maintenance runs with the maintenance of the endpoint */
    public ExtendedEndpoint(Endpoint endpoint, SessionExtension extension, Runnable maintenance) {
        this.endpoint = endpoint;
        this.extension = extension;
        this.maintenance = maintenance;
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
        return extension.extend(opened, authenticatedCaller, session, clientAbilities, client);
    }

    @Override
    public EndpointSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException {
        EndpointSession opened = endpoint.openForRequest(authenticatedCaller, clientAbilities, client);
        return extension.extend(opened, authenticatedCaller, null, clientAbilities, client);
    }

    @Override
    public Duration startTimeout() {
        return endpoint.startTimeout();
    }

    @Override
    public void runMaintenance() {
        maintenance.run();
        endpoint.runMaintenance();
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
