package dev.plimsoll.gateway.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.server.RelayServerSession;
import dev.plimsoll.model.Document;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A simulated server of the configuration. Tests set its lists and results, and whether it starts and answers. */
@NullMarked
public final class SimulatedBackend implements ServerBackend {

    final BlockingQueue<SimulatedHubServer> startedServers = new LinkedBlockingQueue<>();
    final AtomicInteger attempts = new AtomicInteger();

    /**
     * Results by method. The server replaces {@code NAME} and {@code URI} in a result with the parameters
     * {@code name} and {@code uri} of the request.
     */
    public final Map<String, String> results = new ConcurrentHashMap<>();

    /**
     * Returns the result for a method and its parameters, or null if the server takes the result from {@link
     * #results}.
     */
    volatile BiFunction<String, JsonNode, @Nullable String> responder = (method, params) -> null;

    private final String name;
    private final Plimsoll engine;
    private final Log log;
    private volatile @Nullable String startFailure;
    private volatile Duration startTimeout = Duration.ofMinutes(1);
    public volatile boolean isSilent;
    /** The names of the tools on each page of the list. */
    public volatile List<List<String>> tools = List.of(List.of());

    public volatile String capabilities = "{\"tools\":{}}";
    volatile String instructions = "";

    SimulatedBackend(String name, Plimsoll engine, Log log) {
        this.name = name;
        this.engine = engine;
        this.log = log;
    }

    /** Sets the tools, which the server lists on one page. */
    public SimulatedBackend tools(String... names) {
        tools = List.of(List.of(names));
        return this;
    }

    SimulatedBackend failToStart(String reason) {
        startFailure = reason;
        return this;
    }

    void repair() {
        startFailure = null;
        isSilent = false;
    }

    /** Makes the server accept requests without answering, and shortens the timeout for its start. */
    SimulatedBackend stopAnswering() {
        isSilent = true;
        startTimeout = Duration.ofMillis(50);
        return this;
    }

    /** Returns the next process of the server that the hub starts. */
    public SimulatedHubServer nextStartedServer() throws InterruptedException {
        SimulatedHubServer server = startedServers.poll(20, TimeUnit.SECONDS);
        assertThat(server).as(name).isNotNull();
        return Objects.requireNonNull(server);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ServerSession open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable ended)
            throws IOException {
        attempts.incrementAndGet();
        String reason = startFailure;
        if (reason != null) {
            throw new UpstreamException(reason);
        }
        SimulatedHubServer server = new SimulatedHubServer(this);
        ServerSession serverSession = RelayServerSession.open(
                name,
                server,
                client,
                () -> callerContext(authenticatedCaller),
                new ServerKnowledge(),
                null,
                ended,
                log);
        startedServers.add(server);
        return serverSession;
    }

    @Override
    public ServerSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client) throws IOException {
        return open(authenticatedCaller, "", clientAbilities, client, () -> {});
    }

    @Override
    public @Nullable String findServer(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor) {
        return engine.findServer(
                ToolCall.of(name, "", callerContext(authenticatedCaller).caller()), cursor);
    }

    @Override
    public @Nullable Document findDocument(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, String cursor) {
        return null;
    }

    @Override
    public CallerContext callerContext(AuthenticatedCaller authenticatedCaller, @Nullable String session) {
        return callerContext(authenticatedCaller);
    }

    @Override
    public ServerSession openSnapshotSession(
            AuthenticatedCaller authenticatedCaller, @Nullable String session, Peer client) {
        return RelayServerSession.openSnapshotSession(name, client, () -> callerContext(authenticatedCaller), log);
    }

    private CallerContext callerContext(AuthenticatedCaller authenticatedCaller) {
        return new CallerContext(engine, authenticatedCaller.subject() + "@" + name, authenticatedCaller.tier());
    }

    @Override
    public Duration startTimeout() {
        return startTimeout;
    }

    @Override
    public void runMaintenance() {
        // nothing to release
    }

    @Override
    public void close() {
        // nothing to release
    }
}
