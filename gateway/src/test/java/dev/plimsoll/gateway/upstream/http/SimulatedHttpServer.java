package dev.plimsoll.gateway.upstream.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** A simulated MCP server over HTTP. A function of the test answers its requests. */
final class SimulatedHttpServer implements AutoCloseable {

    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();

    /** Answers one request. */
    interface Responder {
        void respond(ReceivedRequest receivedRequest) throws IOException, InterruptedException;
    }

    SimulatedHttpServer(Responder responder) throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/", exchange -> {
            ReceivedRequest request =
                    new ReceivedRequest(exchange, exchange.getRequestBody().readAllBytes());
            requests.add(request);
            try {
                responder.respond(request);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                // some tests close the connection on purpose
            } finally {
                exchange.close();
            }
        });
        http.start();
    }

    /** Creates a server of revision 2025-11-25 that opens and ends sessions. The function answers all other requests. */
    static SimulatedHttpServer withSession(String session, Responder responder) throws IOException {
        return new SimulatedHttpServer(request -> {
            if ("initialize".equals(request.rpcMethod())) {
                request.exchange().getResponseHeaders().add("Mcp-Session-Id", session);
                request.respondJson(request.resultMessage("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}"));
            } else if ("notifications/initialized".equals(request.rpcMethod())) {
                request.respondStatus(202);
            } else if (request.method().equals("DELETE")) {
                request.respondStatus(200);
            } else {
                responder.respond(request);
            }
        });
    }

    URI url() {
        return url("/mcp");
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + path);
    }

    List<ReceivedRequest> requests() {
        return requests;
    }

    /** Returns the requests with an HTTP method. */
    List<ReceivedRequest> requests(String method) {
        return requests.stream()
                .filter(request -> request.method().equals(method))
                .toList();
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    /** A received request. */
    record ReceivedRequest(HttpExchange exchange, byte[] body) {

        String method() {
            return exchange.getRequestMethod();
        }

        String path() {
            return exchange.getRequestURI().getPath();
        }

        @Nullable String header(String name) {
            return exchange.getRequestHeaders().getFirst(name);
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        @Nullable String rpcMethod() {
            Message message = Message.parse(Slice.of(body));
            return message == null ? null : message.method();
        }

        String id() {
            Message message = Message.parse(Slice.of(body));
            Slice id = message == null ? null : message.id();
            return id == null ? "null" : id.utf8();
        }

        String resultMessage(String result) {
            return "{\"jsonrpc\":\"2.0\",\"id\":" + id() + ",\"result\":" + result + "}";
        }

        void respondStatus(int status) throws IOException {
            exchange.sendResponseHeaders(status, -1);
        }

        void respondJson(String text) throws IOException {
            respond(200, "application/json", text);
        }

        void respond(int status, String type, String text) throws IOException {
            respond(status, type, text.getBytes(StandardCharsets.UTF_8));
        }

        void respond(int status, String type, byte[] bytes) throws IOException {
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }

        /** Starts an event stream. */
        EventWriter startEventStream() throws IOException {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            return new EventWriter(exchange.getResponseBody());
        }
    }

    /** Writes to an event stream. */
    record EventWriter(OutputStream out) {

        EventWriter writeEvent(String data) throws IOException {
            return writeRaw("data: " + data + "\n\n");
        }

        EventWriter writeEvent(String id, String data) throws IOException {
            return writeRaw("id: " + id + "\ndata: " + data + "\n\n");
        }

        EventWriter writeRaw(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
            return this;
        }
    }
}
