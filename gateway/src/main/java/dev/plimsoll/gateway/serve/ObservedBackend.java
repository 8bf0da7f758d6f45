package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.admin.ServerStatus;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.model.Document;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Server whose availability is recorded, and whose requests have spans.
 *
 * @param server the server to which all calls are forwarded
 * @param traceSpans creates spans; null for no spans
 */
record ObservedBackend(
        ServerBackend server,
        ServerStatus serverStatus,
        @Nullable TraceSpans traceSpans) implements ServerBackend {

    private ServerSession withSpans(ServerSession serverSession, @Nullable String session) {
        return traceSpans == null ? serverSession : traceSpans.wrap(serverSession, name(), session);
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public ServerSession open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable onClosed)
            throws IOException, BusyException {
        ServerCircuits circuits = serverStatus.circuits();
        RefusedException refusal = circuits.findRefusal(name());
        if (refusal != null) {
            throw new IOException(refusal.getMessage() + "; " + refusal.suggestion());
        }
        try {
            return withSpans(server.open(authenticatedCaller, session, clientAbilities, client, onClosed), session);
        } catch (IOException e) {
            serverStatus.recordAttempt(name(), false);
            circuits.onFailure(name());
            throw e;
        }
    }

    @Override
    public ServerSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException {
        return withSpans(server.openForRequest(authenticatedCaller, clientAbilities, client), null);
    }

    @Override
    public void onReconfigured() {
        server.onReconfigured();
    }

    @Override
    public @Nullable String findServer(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor) {
        return server.findServer(authenticatedCaller, session, cursor);
    }

    @Override
    public @Nullable Document findDocument(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor) {
        return server.findDocument(authenticatedCaller, session, cursor);
    }

    @Override
    public @Nullable CallerContext callerContext(AuthenticatedCaller authenticatedCaller, @Nullable String session) {
        return server.callerContext(authenticatedCaller, session);
    }

    @Override
    public ServerSession openSnapshotSession(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, Peer client) {
        return withSpans(server.openSnapshotSession(authenticatedCaller, session, client), session);
    }

    @Override
    public Duration startTimeout() {
        return server.startTimeout();
    }

    @Override
    public void runMaintenance() {
        server.runMaintenance();
    }

    @Override
    public void close() {
        server.close();
    }
}
