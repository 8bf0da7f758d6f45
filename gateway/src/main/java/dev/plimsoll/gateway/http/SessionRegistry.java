package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.PermitPool;
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
final class SessionRegistry {

    private static final int ID_BYTES = 18;
    private static final String ENDING = "the gateway is shutting down";

    private final Endpoint endpoint;
    private final HttpLimits httpLimits;
    private final PermitPool permitPool;
    private final Log log;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, ClientSession> byId = new ConcurrentHashMap<>();
    private final Set<Thread> closings = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    SessionRegistry(Endpoint endpoint, HttpLimits httpLimits, PermitPool permitPool, Log log) {
        this.endpoint = endpoint;
        this.httpLimits = httpLimits;
        this.permitPool = permitPool;
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
        takes();
        permitPool.take();
        ClientSession clientSession = new ClientSession(newId(), authenticatedCaller);
        try {
            clientSession.over(endpoint.open(
                    authenticatedCaller,
                    clientSession.id(),
                    clientAbilities,
                    clientSession,
                    () -> end(clientSession, "its server ended")));
        } catch (IOException | BusyException | RuntimeException e) {
            permitPool.give();
            throw e;
        }
        byId.put(clientSession.id(), clientSession);
        if (!clientSession.enter()) {
            // the server closed before the session was registered
            byId.remove(clientSession.id());
            close(clientSession);
        }
        if (ending) {
            end(clientSession, ENDING);
        }
        return clientSession;
    }

    /** Refuses requests after {@link #leave}, with a status that lets a load balancer try another replica. */
    void takes() throws HttpErrorException {
        if (ending) {
            throw HttpErrorException.of(503, ErrorCode.UPSTREAM_UNAVAILABLE, ENDING, "retry later")
                    .with("Connection", "close");
        }
    }

    private String newId() {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    }

    /** Returns the caller's session with that id, and begins a use of it. */
    ClientSession enter(@Nullable String id, AuthenticatedCaller authenticatedCaller) throws HttpErrorException {
        if (id == null) {
            throw HttpErrorException.invalid(
                    400, "no Mcp-Session-Id", "begin with initialize, then send the id that it returns");
        }
        ClientSession clientSession = byId.get(id);
        if (clientSession == null || !clientSession.belongsTo(authenticatedCaller) || !clientSession.enter()) {
            throw HttpErrorException.of(
                    404, ErrorCode.NOT_FOUND, "unknown or expired session", "begin again with initialize");
        }
        return clientSession;
    }

    boolean has(String id) {
        return byId.containsKey(id);
    }

    /** Ends a session without waiting for its server. */
    void end(ClientSession clientSession, String reason) {
        byId.remove(clientSession.id());
        if (!clientSession.end()) {
            return;
        }
        permitPool.give();
        log.log(LogSeverity.INFO, "session ended", "server", endpoint.name(), "why", reason);
        close(clientSession);
    }

    private void close(ClientSession clientSession) {
        EndpointSession endpointSession = clientSession.line();
        if (endpointSession != null) {
            Thread closing =
                    Thread.ofPlatform().name("plimsoll-end-" + endpoint.name()).unstarted(endpointSession::close);
            closings.add(closing);
            closing.start();
            closings.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        }
    }

    /** Ends expired requests and unused sessions. Called periodically. */
    void tend() {
        endpoint.tend();
        for (ClientSession clientSession : byId.values()) {
            EndpointSession endpointSession = clientSession.line();
            if (endpointSession != null) {
                endpointSession.expire();
            }
            if (clientSession.isUnused(httpLimits.sessionIdle())) {
                end(clientSession, "unused");
            }
        }
    }

    /** Rejects new sessions, and requests without a session. */
    void leave() {
        ending = true;
    }

    /** Ends all sessions and waits for their servers. */
    void endAll() throws InterruptedException {
        leave();
        List.copyOf(byId.values()).forEach(clientSession -> end(clientSession, ENDING));
        for (Thread closing : closings) {
            closing.join();
        }
        endpoint.close();
    }
}
