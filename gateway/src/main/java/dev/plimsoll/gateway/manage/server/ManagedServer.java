package dev.plimsoll.gateway.manage.server;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.model.Document;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Server whose backend (its process or connection) can be replaced, stopped, and started while clients have
 * sessions with the server. Its name never changes. Its stored results can be read in all phases.
 */
final class ManagedServer implements ServerBackend {

    /**
     * Maximum time that a new session waits for the end of the previous process: two processes of one server must not
     * run at the same time.
     */
    private static final Duration MAX_CLOSE_WAIT = Duration.ofSeconds(10);

    private final String name;
    private volatile State state;

    /** Phase of a server. In all phases except {@code RUNNING}, new sessions are refused. */
    enum Phase {
        RUNNING(""),
        STOPPED("the server is stopped; an administrator can start it: plimsoll server start NAME"),
        REMOVED("the server was removed from the configuration");

        private final String refusal;

        Phase(String refusal) {
            this.refusal = refusal;
        }
    }

    /**
     * Current state.
     *
     * @param settings the settings that the backend was created with
     * @param previousClosed completes when the previous backend is closed
     */
    private record State(
            Phase phase, ServerBackend backend, ServerSettings settings, CompletableFuture<Void> previousClosed) {}

    ManagedServer(String name, ServerBackend backend, ServerSettings settings, Phase phase) {
        this.name = name;
        this.state = new State(phase, backend, settings, CompletableFuture.completedFuture(null));
    }

    Phase phase() {
        return state.phase;
    }

    ServerSettings settings() {
        return state.settings;
    }

    /**
     * Replaces the backend.
     *
     * @param previousClosed the caller completes it when it has closed the previous backend
     * @return the previous backend, which the caller must close
     */
    ServerBackend replace(
            ServerBackend backend, ServerSettings settings, Phase phase, CompletableFuture<Void> previousClosed) {
        ServerBackend previous = state.backend;
        state = new State(phase, backend, settings, previousClosed);
        return previous;
    }

    /** Refuses sessions from now on. Returns the backend, which the caller must close. */
    ServerBackend stop(Phase phase) {
        State lastState = state;
        state = new State(phase, lastState.backend, lastState.settings, lastState.previousClosed);
        return lastState.backend;
    }

    @Override
    public String name() {
        return name;
    }

    /** Opens a session with a backend. */
    @FunctionalInterface
    private interface SessionOpener {
        ServerSession open(ServerBackend backend) throws IOException, BusyException;
    }

    /** Opens a session with the current backend. */
    private ServerSession open(SessionOpener opener) throws IOException, BusyException {
        State current = state;
        requireRunning(current);
        awaitClosed(current);
        ServerSession session = opener.open(current.backend);
        State stateAfterOpen = state;
        if (stateAfterOpen.phase != Phase.RUNNING || !stateAfterOpen.backend.equals(current.backend)) {
            // the server was stopped or replaced while the session opened: nobody else would close the
            // session, and after its close, the backend may have started a process
            session.close();
            current.backend.close();
            requireRunning(stateAfterOpen);
            throw new IOException("the server was restarted, or its settings have changed; repeat the request");
        }
        return session;
    }

    private void requireRunning(State current) throws IOException {
        if (current.phase != Phase.RUNNING) {
            throw new IOException(current.phase.refusal.replace("NAME", name));
        }
    }

    private static void awaitClosed(State current) throws IOException {
        try {
            current.previousClosed.get(MAX_CLOSE_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the previous process of the server has not ended yet", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the gateway is shutting down", e);
        }
    }

    @Override
    public ServerSession open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable onClosed)
            throws IOException, BusyException {
        return open(backend -> backend.open(authenticatedCaller, session, clientAbilities, client, onClosed));
    }

    @Override
    public ServerSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client)
            throws IOException, BusyException {
        return open(backend -> backend.openForRequest(authenticatedCaller, clientAbilities, client));
    }

    @Override
    public void onReconfigured() {
        state.backend.onReconfigured();
    }

    @Override
    public @Nullable String findServer(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor) {
        return state.backend.findServer(authenticatedCaller, session, cursor);
    }

    @Override
    public @Nullable Document findDocument(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor) {
        return state.backend.findDocument(authenticatedCaller, session, cursor);
    }

    @Override
    public @Nullable CallerContext callerContext(AuthenticatedCaller authenticatedCaller, @Nullable String session) {
        return state.backend.callerContext(authenticatedCaller, session);
    }

    @Override
    public ServerSession openSnapshotSession(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, Peer client) {
        return state.backend.openSnapshotSession(authenticatedCaller, session, client);
    }

    @Override
    public Duration startTimeout() {
        return state.backend.startTimeout();
    }

    @Override
    public void runMaintenance() {
        State current = state;
        if (current.phase == Phase.RUNNING) {
            current.backend.runMaintenance();
        }
    }

    @Override
    public void close() {
        state.backend.close();
    }
}
