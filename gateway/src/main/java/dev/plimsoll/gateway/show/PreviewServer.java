package dev.plimsoll.gateway.show;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.Plimsoll;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Serves the app of {@code plimsoll_show} to a browser on this machine, without an MCP client. A small page replaces
 * the client as the host of the app. The URL contains a secret, because other users of the machine can reach the
 * port.
 */
public final class PreviewServer implements AutoCloseable {

    private static final String SERVER = "try";
    private static final String HOST_FILE = "preview.html";
    private static final int MAX_CALL_BYTES = 1 << 20;
    private static final Duration LIFETIME = Duration.ofDays(1);
    private static final Slice ID = Slice.of("1");

    /** Permissions of the host page: to run its own script, to show the app, and to call this server. */
    private static final String HOST_POLICY =
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
                    + " img-src data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'";

    /** Permissions of the app, as in a client. */
    private static final String APP_POLICY = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline';"
            + " style-src 'unsafe-inline'; img-src data:; media-src data:; frame-ancestors 'self'";

    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final String root;
    private final ShowCalls calls;
    private final Slice showResult;

    private PreviewServer(HttpServer http, ShowCalls calls, Slice showResult) {
        byte[] secret = new byte[16];
        new SecureRandom().nextBytes(secret);
        this.http = http;
        this.root = "/" + HexFormat.of().formatHex(secret) + "/";
        this.calls = calls;
        this.showResult = showResult;
    }

    /**
     * Starts to serve a result on a free port.
     *
     * @param result a tool's result, a JSON object
     * @param path path of the value to show; null for the whole result
     * @param query jq expression whose outputs are shown; null for none
     * @throws RefusedException if there is nothing to show at the path, or the query fails
     */
    public static PreviewServer open(
            Slice result, String tool, Policy policy, @Nullable String path, @Nullable String query)
            throws IOException {
        Policy longLived = policy.with(Policy.TTL, LIFETIME).with(Policy.MAX_TTL, LIFETIME);
        StoreLimits limits = new StoreLimits(Long.MAX_VALUE / 4, Long.MAX_VALUE / 4, 1_000);
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        Plimsoll engine = Plimsoll.builder()
                .store(SnapshotStore.inMemory(limits, InstantSource.system(), new SecureRandom()))
                .keys(KeyRing.of(key))
                .policy(longLived)
                .build();
        CallerContext context = new CallerContext(engine, SERVER, Tier.ADMIN);
        String cursor = engine.store(ToolCall.of(SERVER, tool, SERVER).withSettings(context.settings()), result);
        ShowCalls calls =
                new ShowCalls(() -> List.of(new ServerResults(SERVER, context)), new ResultViews(System::nanoTime));
        Slice showResult = calls.show(
                ShowArguments.parse(toCallRequest(toArguments(cursor, path, query))),
                ClientFeatures.current(),
                receipt -> {});
        HttpServer http =
                HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        PreviewServer server = new PreviewServer(http, calls, showResult);
        http.setExecutor(server.threads);
        http.createContext("/", server::handle);
        http.start();
        return server;
    }

    private static Slice toArguments(String cursor, @Nullable String path, @Nullable String query) {
        JsonWriter json = new JsonWriter(256).beginObject().string("cursor", cursor);
        if (path != null) {
            json.string("path", path);
        }
        if (query != null) {
            json.string("query", query);
        }
        return json.endObject().slice();
    }

    private static Message toCallRequest(Slice arguments) {
        JsonWriter params =
                new JsonWriter(arguments.length() + 32).beginObject().raw("arguments", arguments);
        return Message.request(ID, "tools/call", params.endObject().slice());
    }

    /** Returns the URL for the browser. Anyone who knows the URL can read the result. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + port() + root);
    }

    private int port() {
        return http.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            boolean isPost = exchange.getRequestMethod().equals("POST");
            // prevents DNS rebinding: a website could point its host name to this address, and read the
            // result through the browser
            String host = exchange.getRequestHeaders().getFirst("Host");
            if (!("127.0.0.1:" + port()).equals(host) || !path.startsWith(root)) {
                send(exchange, 404, "text/plain", Slice.of("not found"));
                return;
            }
            switch ((isPost ? "POST " : "GET ") + path.substring(root.length())) {
                case "GET " -> {
                    exchange.getResponseHeaders().set("Content-Security-Policy", HOST_POLICY);
                    send(exchange, 200, "text/html", hostPage());
                }
                case "GET app" -> {
                    exchange.getResponseHeaders().set("Content-Security-Policy", APP_POLICY);
                    send(exchange, 200, "text/html", AppPageFile.html());
                }
                case "GET result" -> send(exchange, 200, "application/json", showResult);
                case "POST call" -> send(exchange, 200, "application/json", handleCall(exchange));
                default -> send(exchange, 404, "text/plain", Slice.of("not found"));
            }
        }
    }

    private Slice handleCall(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_CALL_BYTES);
        Slice arguments = Slice.of(body);
        ClientFeatures client = ClientFeatures.current();
        try {
            if (!Json.isValid(arguments) || Json.type(arguments) != JsonType.OBJECT) {
                throw new RefusedException(
                        ErrorCode.INVALID_REQUEST, "the arguments are not a JSON object", "an object");
            }
            return calls.read(ShowArguments.parse(toCallRequest(arguments)), client);
        } catch (RefusedException refused) {
            return ShowCalls.refuseRead(refused, client);
        }
    }

    private static Slice hostPage() {
        try (InputStream in = PreviewServer.class.getResourceAsStream(HOST_FILE)) {
            return Slice.of(Objects.requireNonNull(in, HOST_FILE).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(HttpExchange exchange, int status, String type, Slice body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.sendResponseHeaders(status, body.isEmpty() ? -1 : body.length());
        exchange.getResponseBody().write(body.bytes(), body.from(), body.length());
    }

    @Override
    public void close() {
        http.stop(0);
        threads.close();
    }
}
