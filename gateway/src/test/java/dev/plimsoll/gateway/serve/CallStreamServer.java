package dev.plimsoll.gateway.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A simulated MCP server over HTTP. A test sends messages on the event stream of each call. */
@NullMarked
final class CallStreamServer implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final boolean isModern;
    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, BlockingQueue<CallStream>> callStreams = new ConcurrentHashMap<>();
    private final BlockingQueue<JsonNode> inputResponses = new LinkedBlockingQueue<>();

    /** The event stream of one call. */
    record CallStream(JsonNode request, OutputStream out, CountDownLatch ended) {

        void send(String message) throws IOException {
            out.write(("data: " + message + "\n\n").getBytes(UTF_8));
            out.flush();
        }

        void sendLog(String data) throws IOException {
            send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"error\",\"data\":\""
                    + data + "\"}}");
        }

        /** Requests input, with the text as the id and the message. */
        void requestInput(String text) throws IOException {
            send("{\"jsonrpc\":\"2.0\",\"id\":\"" + text
                    + "\",\"method\":\"elicitation/create\",\"params\":{\"message\":\"" + text
                    + "\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}");
        }

        void respond(String text) throws IOException {
            send("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id")
                    + ",\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"" + text
                    + "\"}]}}");
            ended.countDown();
        }
    }

    CallStreamServer(boolean isModern) throws IOException {
        this.isModern = isModern;
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/", this::answer);
        http.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + "/mcp");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
            String method = request.path("method").asString("");
            if (method.equals("tools/call")) {
                stream(exchange, request);
            } else if (method.isEmpty() || !request.has("id")) {
                if (method.isEmpty()) {
                    inputResponses.add(request);
                }
                exchange.sendResponseHeaders(202, -1);
            } else {
                byte[] body = ("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + "," + member(method) + "}")
                        .getBytes(UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stream(HttpExchange exchange, JsonNode request) throws IOException, InterruptedException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        CallStream callStream = new CallStream(request, exchange.getResponseBody(), new CountDownLatch(1));
        streamsOf(request.at("/params/arguments/of").asString()).add(callStream);
        callStream.ended().await();
    }

    private BlockingQueue<CallStream> streamsOf(String name) {
        return callStreams.computeIfAbsent(name, anyName -> new LinkedBlockingQueue<>());
    }

    private String member(String method) {
        String capabilities = "\"capabilities\":{\"tools\":{},\"logging\":{}}";
        if (method.equals("tools/list")) {
            return "\"result\":{\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\",\"tools\":[{\"name\":\"ask\","
                    + "\"inputSchema\":{\"type\":\"object\"}}]}";
        } else if (isModern && method.equals("server/discover")) {
            return "\"result\":{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],\"ttlMs\":0,"
                    + "\"cacheScope\":\"private\"," + capabilities + "}";
        } else if (!isModern && method.equals("initialize")) {
            return "\"result\":{\"protocolVersion\":\"2025-06-18\"," + capabilities
                    + ",\"serverInfo\":{\"name\":\"crm\",\"version\":\"1\"}}";
        } else if (!isModern && method.equals("logging/setLevel")) {
            return "\"result\":{}";
        }
        return "\"error\":{\"code\":-32601,\"message\":\"unknown method\"}";
    }

    /** Returns the stream of the next call with this value of the argument {@code of}. */
    CallStream nextCall(String of) throws InterruptedException {
        @Nullable CallStream callStream = streamsOf(of).poll(20, TimeUnit.SECONDS);
        assertThat(callStream).as("call of %s", of).isNotNull();
        return callStream;
    }

    /** Returns the next response to an input request. */
    JsonNode nextInputResponse() throws InterruptedException {
        @Nullable JsonNode response = inputResponses.poll(20, TimeUnit.SECONDS);
        assertThat(response).isNotNull();
        return response;
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
