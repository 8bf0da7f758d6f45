package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.http.jetty.ListenAddress;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.server.RelayServerSession;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotStore;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** An HTTP server on a free port whose only endpoint has simulated servers. Also contains the client functions of the tests. */
@NullMarked
public final class HttpServerFixture implements Endpoint {

    public static final String BOTH_TYPES = "application/json, text/event-stream";
    public static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"}}";
    private static final Duration LONG_DURATION = Duration.ofMinutes(5);
    private static final HttpLimits GENEROUS_LIMITS = new HttpLimits(1 << 20, 100, LONG_DURATION, 64, LONG_DURATION);

    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<SimulatedEchoServer> startedServers = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final CallerContext callerContext;
    private final Log log;
    private final HttpServer httpServer;
    private volatile String revision = "2025-06-18";
    private volatile Duration startTimeout = LONG_DURATION;
    private volatile boolean failsToStart;
    private final AtomicBoolean closing = new AtomicBoolean();

    public HttpServerFixture(HttpLimits httpLimits, String... origins) throws IOException {
        this(httpLimits, loopbackAddress(null, origins), Identification.none());
    }

    public HttpServerFixture(HttpLimits httpLimits, ListenAddress listenAddress, Identification identification)
            throws IOException {
        SnapshotStore store = SnapshotStore.inMemory(
                new dev.plimsoll.store.StoreLimits(1L << 30, 1L << 30, 1000),
                InstantSource.system(),
                new SplittableRandom(7));
        Plimsoll engine = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policy(Policy.defaults())
                .build();
        callerContext = new CallerContext(engine, "anyone", Tier.ADMIN);
        log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.DEBUG);
        httpServer = HttpServer.open(listenAddress, identification, List.of(this), httpLimits, log);
    }

    public static ListenAddress loopbackAddress(@Nullable URI publicUrl, String... origins) {
        return new ListenAddress(
                "127.0.0.1", 0, List.of(origins), publicUrl, null, 1000, List.of(), ListenAddress.DEFAULT_READ_TIMEOUT);
    }

    /** Creates a fixture with this listener and identification of callers. */
    public static HttpServerFixture withIdentification(ListenAddress listenAddress, Identification identification)
            throws IOException {
        return new HttpServerFixture(GENEROUS_LIMITS, listenAddress, identification);
    }

    public static HttpServerFixture withGenerousLimits() throws IOException {
        return new HttpServerFixture(GENEROUS_LIMITS);
    }

    public static HttpLimits limits(int maxMessageBytes, int maxSessions, Duration idleTimeout, Duration keepAlive) {
        return new HttpLimits(maxMessageBytes, maxSessions, idleTimeout, 64, keepAlive);
    }

    public static HttpLimits limitsWithKeepAlive(Duration keepAlive) {
        return limits(1 << 20, 100, LONG_DURATION, keepAlive);
    }

    public HttpServerFixture withRevision(String name) {
        revision = name;
        return this;
    }

    public HttpServerFixture startTimeout(Duration timeout) {
        startTimeout = timeout;
        return this;
    }

    public HttpServerFixture failToStart() {
        failsToStart = true;
        return this;
    }

    // --- the endpoint

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public EndpointSession open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable ended)
            throws IOException {
        if (failsToStart) {
            throw new UpstreamException("cannot start simulated: no such file", new IOException());
        }
        SimulatedEchoServer server = new SimulatedEchoServer(revision);
        startedServers.add(server);
        return RelayServerSession.open(
                name(), server, client, () -> callerContext, new ServerKnowledge(), null, ended, log);
    }

    @Override
    public EndpointSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client) throws IOException {
        return open(authenticatedCaller, "", clientAbilities, client, () -> {});
    }

    @Override
    public Duration startTimeout() {
        return startTimeout;
    }

    @Override
    public void runMaintenance() {}

    // --- the client

    /** Returns the next simulated server that the endpoint starts. */
    public SimulatedEchoServer nextStartedServer() throws InterruptedException {
        SimulatedEchoServer server = startedServers.poll(20, TimeUnit.SECONDS);
        assertThat(server).isNotNull();
        return Objects.requireNonNull(server);
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + httpServer.port() + "/mcp/simulated");
    }

    public int port() {
        return httpServer.port();
    }

    PoolUsage poolUsage(String key) {
        return httpServer.poolUsages().stream()
                .filter(usage -> usage.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    public String logText() {
        return logBytes.toString(StandardCharsets.UTF_8);
    }

    public HttpRequest.Builder request(@Nullable String session) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address())
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .header("Accept", BOTH_TYPES);
        return session == null ? request : request.header("Mcp-Session-Id", session);
    }

    public HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    public HttpResponse<Stream<String>> lines(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofLines());
    }

    public HttpResponse<String> post(@Nullable String session, String body) throws Exception {
        return send(request(session).POST(BodyPublishers.ofString(body)));
    }

    public CompletableFuture<HttpResponse<String>> postAsync(String session, String body) {
        return http.sendAsync(
                request(session).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    /** Opens a session, and returns its ID. */
    public String open() throws Exception {
        HttpResponse<String> response = post(null, INITIALIZE);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    public static String call(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    /**
     * Sends raw bytes. Returns the first lines of the response, or all of them if the gateway closes the connection
     * earlier.
     */
    public String sendRaw(String bytes, int lines) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            StringBuilder read = new StringBuilder();
            String line = in.readLine();
            for (int i = 1; line != null; i++) {
                read.append(line).append('\n');
                line = i < lines ? in.readLine() : null;
            }
            return read.toString();
        }
    }

    /** Closes the HTTP server, which also closes this endpoint. */
    @Override
    public void close() {
        if (!closing.getAndSet(true)) {
            httpServer.close(Duration.ZERO);
            http.shutdownNow();
        }
    }

    /** Closes the HTTP server; running requests get the given time to finish. */
    void close(Duration grace) {
        closing.set(true);
        httpServer.close(grace);
    }
}
