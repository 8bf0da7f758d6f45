package dev.plimsoll.gateway.program;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.proxy.CallerContexts;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Endpoint whose clients can run programs. */
public final class ProgramEndpoint implements Endpoint {

    /** Name of the server whose results are those of programs. No configured server can have it. */
    public static final String SERVER = RunTool.SERVER;

    private final Endpoint endpoint;
    private final ProgramHost host;
    private final CallerFactory callers;

    /** Creates what programs need to know about a caller. */
    public interface CallerFactory {
        /**
         * Creates the contexts for the results of the programs of a caller.
         *
         * @param session null for a request without a session
         */
        CallerContexts contexts(AuthenticatedCaller authenticatedCaller, @Nullable String session);

        /** Returns the results of the endpoint's servers for a caller. */
        SnapshotDocuments documents(AuthenticatedCaller authenticatedCaller, @Nullable String session);
    }

    public ProgramEndpoint(Endpoint endpoint, ProgramHost host, CallerFactory callers) {
        this.endpoint = endpoint;
        this.host = host;
        this.callers = callers;
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
        return new ProgramSession(
                endpoint.open(authenticatedCaller, session, clientAbilities, client, onClosed),
                host,
                callers.contexts(authenticatedCaller, session),
                callers.documents(authenticatedCaller, session),
                client);
    }

    @Override
    public EndpointSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException {
        return new ProgramSession(
                endpoint.openForRequest(authenticatedCaller, clientAbilities, client),
                host,
                callers.contexts(authenticatedCaller, null),
                callers.documents(authenticatedCaller, null),
                client);
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
