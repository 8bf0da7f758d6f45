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

/** An HTTP server simulated by a test, with a function that answers requests. */
final class PlayedServer implements AutoCloseable {

    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** Answers one request. */
    interface Part {
        void play(Asked asked) throws IOException, InterruptedException;
    }

    PlayedServer(Part part) throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/", exchange -> {
            Asked request = new Asked(exchange, exchange.getRequestBody().readAllBytes());
            asked.add(request);
            try {
                part.play(request);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                // the client closed the connection, as some tests intend
            } finally {
                exchange.close();
            }
        });
        http.start();
    }

    /** Creates a server of revision 2025-11-25 that opens sessions by itself; the function answers everything else. */
    static PlayedServer opening(String session, Part part) throws IOException {
        return new PlayedServer(request -> {
            if ("initialize".equals(request.rpcMethod())) {
                request.exchange().getResponseHeaders().add("Mcp-Session-Id", session);
                request.json(request.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}"));
            } else if ("notifications/initialized".equals(request.rpcMethod())) {
                request.status(202);
            } else if (request.method().equals("DELETE")) {
                request.status(200);
            } else {
                part.play(request);
            }
        });
    }

    URI url() {
        return url("/mcp");
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort() + path);
    }

    List<Asked> asked() {
        return asked;
    }

    /** Returns the requests with an HTTP method. */
    List<Asked> asked(String method) {
        return asked.stream().filter(request -> request.method().equals(method)).toList();
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    /** A received request. */
    record Asked(HttpExchange exchange, byte[] body) {

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
            Message message = Message.of(Slice.of(body));
            return message == null ? null : message.method();
        }

        String id() {
            Message message = Message.of(Slice.of(body));
            Slice id = message == null ? null : message.id();
            return id == null ? "null" : id.utf8();
        }

        String result(String result) {
            return "{\"jsonrpc\":\"2.0\",\"id\":" + id() + ",\"result\":" + result + "}";
        }

        void status(int status) throws IOException {
            exchange.sendResponseHeaders(status, -1);
        }

        void json(String text) throws IOException {
            answer(200, "application/json", text);
        }

        void answer(int status, String type, String text) throws IOException {
            answer(status, type, text.getBytes(StandardCharsets.UTF_8));
        }

        void answer(int status, String type, byte[] bytes) throws IOException {
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }

        /** Starts an event stream. */
        Events events() throws IOException {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            return new Events(exchange.getResponseBody());
        }
    }

    /** An event stream to write to. */
    record Events(OutputStream out) {

        Events say(String data) throws IOException {
            return raw("data: " + data + "\n\n");
        }

        Events say(String id, String data) throws IOException {
            return raw("id: " + id + "\ndata: " + data + "\n\n");
        }

        Events raw(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
            return this;
        }
    }
}
