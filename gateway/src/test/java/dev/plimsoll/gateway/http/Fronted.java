package dev.plimsoll.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.auth.Identification;
import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.Line;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Guard;
import dev.plimsoll.gateway.proxy.Known;
import dev.plimsoll.gateway.single.RelayLine;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
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

/** A front on a free port, and servers behind it whose part a test plays. */
@NullMarked
final class Fronted implements Backend {

    static final String BOTH = "application/json, text/event-stream";
    static final String OPENING =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"}}";
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Limits ROOMY = new Limits(1 << 20, 100, LONG, 64, LONG);

    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<PlayedServer> started = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Guard guard;
    private final Log log;
    private final Front front;
    private volatile String revision = "2025-06-18";
    private volatile Duration opening = LONG;
    private volatile boolean broken;
    private final AtomicBoolean closing = new AtomicBoolean();

    Fronted(Limits limits, String... origins) throws IOException {
        this(limits, listening(null, origins), Identification.none());
    }

    Fronted(Limits limits, Listening at, Identification identification) throws IOException {
        SnapshotStore store = SnapshotStore.inMemory(
                new dev.plimsoll.store.Limits(1L << 30, 1L << 30, 1000),
                InstantSource.system(),
                new SplittableRandom(7));
        Plimsoll engine =
                Plimsoll.over(store, KeyRing.of(new byte[32]), Policies.of(Policy.defaults()), GuardListener.none());
        guard = new Guard(engine, "anyone", Tier.ADMIN);
        log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8), Level.DEBUG);
        front = Front.open(at, identification, List.of(this), limits, log);
    }

    static Listening listening(@Nullable URI publicUrl, String... origins) {
        return new Listening("127.0.0.1", 0, List.of(origins), publicUrl, null, 1000, List.of(), Listening.PATIENCE);
    }

    /** One whose callers have to say who they are. */
    static Fronted guarded(Listening at, Identification identification) throws IOException {
        return new Fronted(ROOMY, at, identification);
    }

    static Fronted roomy() throws IOException {
        return new Fronted(ROOMY);
    }

    static Limits limits(int maxMessageBytes, int sessions, Duration idle, Duration keepAlive) {
        return new Limits(maxMessageBytes, sessions, idle, 64, keepAlive);
    }

    static Limits quick(Duration keepAlive) {
        return limits(1 << 20, 100, LONG, keepAlive);
    }

    Fronted speaking(String name) {
        revision = name;
        return this;
    }

    Fronted opening(Duration most) {
        opening = most;
        return this;
    }

    Fronted broken() {
        broken = true;
        return this;
    }

    // --- as the backend

    @Override
    public String name() {
        return "played";
    }

    @Override
    public Line open(Caller caller, String session, Abilities abilities, Peer client, Runnable ended)
            throws IOException {
        if (broken) {
            throw new UpstreamException("cannot start played: no such file", new IOException());
        }
        PlayedServer server = new PlayedServer(revision);
        started.add(server);
        return RelayLine.over(name(), server, client, () -> guard, new Known(), null, ended, log);
    }

    @Override
    public Line once(Caller caller, Abilities abilities, Peer client) throws IOException {
        return open(caller, "", abilities, client, () -> {});
    }

    @Override
    public Duration opening() {
        return opening;
    }

    @Override
    public void tend() {}

    // --- as its client

    /** The server that was started next. */
    PlayedServer server() throws InterruptedException {
        PlayedServer server = started.poll(20, TimeUnit.SECONDS);
        assertThat(server).isNotNull();
        return Objects.requireNonNull(server);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + front.port() + "/mcp/played");
    }

    int port() {
        return front.port();
    }

    String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    HttpRequest.Builder request(@Nullable String session) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address())
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .header("Accept", BOTH);
        return session == null ? request : request.header("Mcp-Session-Id", session);
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<Stream<String>> lines(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofLines());
    }

    HttpResponse<String> post(@Nullable String session, String body) throws Exception {
        return send(request(session).POST(BodyPublishers.ofString(body)));
    }

    CompletableFuture<HttpResponse<String>> posting(String session, String body) {
        return http.sendAsync(
                request(session).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    /** Opens a session; its id. */
    String open() throws Exception {
        HttpResponse<String> opened = post(null, OPENING);
        assertThat(opened.statusCode()).as(opened.body()).isEqualTo(200);
        return opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    static String call(int id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    /** Sends bytes as they are; what comes back until the gateway closes or as many lines as are wanted have come. */
    String raw(String bytes, int lines) throws Exception {
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

    /** As a test's resource; the front closes it as well, as its backend. */
    @Override
    public void close() {
        if (!closing.getAndSet(true)) {
            front.close(Duration.ZERO);
            http.shutdownNow();
        }
    }

    /** Lets what was asked be answered for so long. */
    void close(Duration grace) {
        closing.set(true);
        front.close(grace);
    }
}
