package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Endpoint that extends another endpoint: its sessions answer some requests themselves, and pass the others on. */
public final class ExtendedEndpoint implements Endpoint {

    private final Endpoint endpoint;
    private final SessionExtension extension;
    private final Runnable maintenance;

    /** Opens a session with the endpoint. */
    @FunctionalInterface
    public interface SessionOpener {
        /**
         * Opens the session. Its messages go to this peer: the client itself, or a peer that changes the messages for
         * the client.
         */
        EndpointSession open(Peer client) throws IOException, BusyException;
    }

    /** Wraps the sessions of an endpoint. */
    @FunctionalInterface
    public interface SessionExtension {
        /**
         * Opens a session with the endpoint, and returns a session that answers some requests itself, and passes the
         * others on to the endpoint.
         *
         * @param session the id of the session; null for a request without a session
         */
        EndpointSession open(
                SessionOpener sessionOpener,
                AuthenticatedCaller authenticatedCaller,
                @Nullable String session,
                ClientAbilities clientAbilities,
                Peer client)
                throws IOException, BusyException;
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
        return extension.open(
                peer -> endpoint.open(authenticatedCaller, session, clientAbilities, peer, onClosed),
                authenticatedCaller,
                session,
                clientAbilities,
                client);
    }

    @Override
    public EndpointSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException {
        return extension.open(
                peer -> endpoint.openForRequest(authenticatedCaller, clientAbilities, peer),
                authenticatedCaller,
                null,
                clientAbilities,
                client);
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
