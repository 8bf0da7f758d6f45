package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The sessions at one endpoint. */
public final class SessionRegistry {

    private static final int ID_BYTES = 18;
    private static final Rejection SHUTDOWN = new Rejection("the gateway is shutting down", "retry later");
    private static final Rejection REMOVED =
            new Rejection("the server was removed", "use another server, or ask the operator to add this one again");

    private final Endpoint endpoint;
    private final HttpLimits httpLimits;
    private final FairPool fairPool;
    private final Log log;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, ClientSession> sessionById = new ConcurrentHashMap<>();
    private final Set<Thread> closeThreads = ConcurrentHashMap.newKeySet();
    /** Why new sessions are rejected; null while they are accepted. */
    private volatile @Nullable Rejection rejection;

    /** Reason for the rejection of new sessions, and what the caller can do. */
    private record Rejection(String reason, String suggestion) {}

    public SessionRegistry(Endpoint endpoint, HttpLimits httpLimits, FairPool fairPool, Log log) {
        this.endpoint = endpoint;
        this.httpLimits = httpLimits;
        this.fairPool = fairPool;
        this.log = log;
    }

    /**
     * Opens a session, which is in use when this returns.
     *
     * @param clientAbilities the abilities that the client declares
     * @throws IOException if the server cannot be started
     */
    ClientSession open(AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities)
            throws IOException, HttpErrorException, BusyException {
        ClientSession clientSession = openUnconnected(authenticatedCaller, ClientSession.Transport.STREAMABLE_HTTP);
        try {
            connect(clientSession, clientAbilities);
            return clientSession;
        } catch (IOException | BusyException | RuntimeException e) {
            var _ = remove(clientSession);
            throw e;
        }
    }

    /** Opens a session without a connection to the server. It is in use when this returns. */
    ClientSession openUnconnected(AuthenticatedCaller authenticatedCaller, ClientSession.Transport transport)
            throws HttpErrorException, BusyException {
        requireRunning();
        fairPool.take(authenticatedCaller.holder(), 1);
        ClientSession clientSession = new ClientSession(createId(), authenticatedCaller, transport);
        var _ = clientSession.beginUse();
        sessionById.put(clientSession.id(), clientSession);
        endIfRejected(clientSession);
        return clientSession;
    }

    private void endIfRejected(ClientSession clientSession) {
        Rejection current = rejection;
        if (current != null) {
            end(clientSession, current.reason);
        }
    }

    /**
     * Connects a session to the server. Closes the connection if the session has ended meanwhile.
     *
     * @param clientAbilities the abilities that the client declares
     * @throws IOException if the server cannot be started
     */
    void connect(ClientSession clientSession, ClientAbilities clientAbilities) throws IOException, BusyException {
        EndpointSession endpointSession = endpoint.open(
                clientSession.authenticatedCaller(),
                clientSession.id(),
                clientAbilities,
                clientSession,
                () -> end(clientSession, "its server ended"));
        if (!clientSession.attach(endpointSession)) {
            close(endpointSession, clientSession);
        }
        endIfRejected(clientSession);
    }

    /** Refuses requests after {@link #rejectNew}, with a status that lets a load balancer try another replica. */
    void requireRunning() throws HttpErrorException {
        Rejection current = rejection;
        if (current != null) {
            throw HttpErrorException.of(503, ErrorCode.UPSTREAM_UNAVAILABLE, current.reason, current.suggestion)
                    .withHeader("Connection", "close");
        }
    }

    private String createId() {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    }

    /** Returns the caller's session with that id over Streamable HTTP, and begins a use of it. */
    ClientSession beginUse(@Nullable String id, AuthenticatedCaller authenticatedCaller) throws HttpErrorException {
        return beginUse(id, authenticatedCaller, ClientSession.Transport.STREAMABLE_HTTP);
    }

    /** Returns the caller's session with that id over the given transport, and begins a use of it. */
    ClientSession beginUse(
            @Nullable String id, AuthenticatedCaller authenticatedCaller, ClientSession.Transport transport)
            throws HttpErrorException {
        if (id == null) {
            throw HttpErrorException.invalidRequest(
                    400, "no Mcp-Session-Id", "begin with initialize, then send the id that it returns");
        }
        ClientSession clientSession = sessionById.get(id);
        if (clientSession == null
                || !clientSession.uses(transport)
                || !clientSession.belongsTo(authenticatedCaller)
                || !clientSession.beginUse()) {
            throw unknownSession(transport);
        }
        return clientSession;
    }

    static HttpErrorException unknownSession(ClientSession.Transport transport) {
        String suggestion = transport == ClientSession.Transport.HTTP_SSE
                ? "open the event stream again with GET, then initialize"
                : "begin again with initialize";
        return HttpErrorException.of(404, ErrorCode.NOT_FOUND, "unknown or expired session", suggestion);
    }

    boolean contains(String id) {
        return sessionById.containsKey(id);
    }

    /** Ends a session without waiting for its server. */
    void end(ClientSession clientSession, String reason) {
        if (!remove(clientSession)) {
            return;
        }
        log.log(LogSeverity.INFO, "session ended", "server", endpoint.name(), "why", reason);
        EndpointSession endpointSession = clientSession.findEndpointSession();
        if (endpointSession != null) {
            close(endpointSession, clientSession);
        }
    }

    /** Removes a session. Returns false if it has ended before. */
    private boolean remove(ClientSession clientSession) {
        sessionById.remove(clientSession.id());
        boolean isEnded = clientSession.end();
        if (isEnded) {
            fairPool.release(clientSession.holder(), 1);
        }
        return isEnded;
    }

    private void close(EndpointSession endpointSession, ClientSession clientSession) {
        Thread closeThread = Thread.ofPlatform()
                .name("plimsoll-end-" + endpoint.name())
                .unstarted(() -> {
                    try {
                        endpointSession.close();
                    } finally {
                        clientSession.generalStream().end();
                    }
                });
        closeThreads.add(closeThread);
        closeThread.start();
        closeThreads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
    }

    /** Ends expired requests and unused sessions. Called periodically. */
    public void runMaintenance() {
        endpoint.runMaintenance();
        for (ClientSession clientSession : sessionById.values()) {
            EndpointSession endpointSession = clientSession.findEndpointSession();
            if (endpointSession != null) {
                endpointSession.runMaintenance();
            }
            if (clientSession.isUnused(httpLimits.sessionIdle())) {
                end(clientSession, "unused");
            }
        }
    }

    /** Rejects new sessions, and requests without a session. */
    public void rejectNew() {
        rejection = SHUTDOWN;
    }

    /** Rejects new sessions, ends all sessions because the gateway shuts down, and waits for their servers. */
    public void endAll() throws InterruptedException {
        endAll(SHUTDOWN);
    }

    /** Rejects new sessions, ends all sessions because the server was removed, and waits for their servers. */
    public void endAllOfRemovedServer() throws InterruptedException {
        endAll(REMOVED);
    }

    private void endAll(Rejection newRejection) throws InterruptedException {
        rejection = newRejection;
        List.copyOf(sessionById.values()).forEach(clientSession -> end(clientSession, newRejection.reason));
        for (Thread closeThread : closeThreads) {
            closeThread.join();
        }
    }

    /**
     * Closes the endpoint. Must be called after {@link #endAll} of all endpoints, because their sessions may use the
     * same servers.
     */
    public void closeEndpoint() {
        endpoint.close();
    }
}
