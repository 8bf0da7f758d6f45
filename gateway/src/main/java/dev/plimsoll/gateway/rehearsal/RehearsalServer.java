package dev.plimsoll.gateway.rehearsal;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * MCP server of a rehearsal, of the legacy era, with fixed responses over HTTP. Every second response is an
 * event stream.
 */
final class RehearsalServer implements Closeable {

    static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final ServerSocket socket = new ServerSocket(0, 50, LOOPBACK);
    private final Map<String, Slice> responses;
    private final AtomicInteger responseCount = new AtomicInteger();

    /** @param results the result of each tool */
    RehearsalServer(Map<String, String> results) throws IOException {
        responses =
                results.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> Slice.of(e.getValue())));
        Thread.ofPlatform().daemon().start(this::accept);
    }

    String url() {
        return "http://" + LOOPBACK.getHostAddress() + ":" + socket.getLocalPort() + "/mcp";
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                Thread.ofPlatform().daemon().start(() -> serve(connection));
            }
        } catch (IOException ended) {
            // the rehearsal has ended
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            for (HttpMessage request = HttpMessage.read(in);
                    !request.startLine().isEmpty();
                    request = HttpMessage.read(in)) {
                answer(request, connection.getOutputStream());
            }
        } catch (IOException ended) {
            // the client has closed the connection
        }
    }

    private void answer(HttpMessage request, OutputStream out) throws IOException {
        Envelope message = request.startLine().startsWith("POST") ? Envelope.parse(request.body()) : null;
        if (message == null) {
            send(
                    request.startLine().startsWith("GET") ? "405 Method Not Allowed" : "204 No Content",
                    new ByteSink(),
                    out);
            return;
        }
        Slice id = message.id();
        if (id == null) {
            send("202 Accepted", new ByteSink(), out);
            return;
        }
        boolean isEventStream = responseCount.incrementAndGet() % 2 == 0;
        Slice result = findResult(String.valueOf(message.method()), request.body());
        int length = result == null ? 0 : result.length();
        ByteSink body = new ByteSink(length + 100).ascii(isEventStream ? "event: message\ndata: " : "");
        JsonWriter json =
                new JsonWriter(body).beginObject().string("jsonrpc", "2.0").raw("id", id);
        if (result == null) {
            json.beginObject("error")
                    .number("code", ErrorObject.METHOD_NOT_FOUND)
                    .string("message", "not rehearsed");
            json.endObject();
        } else {
            json.raw("result", result);
        }
        json.endObject();
        body.ascii(isEventStream ? "\n\n" : "");
        String type = isEventStream ? "text/event-stream" : "application/json";
        send("200 OK\r\nMcp-Session-Id: rehearsal\r\nContent-Type: " + type, body, out);
    }

    private @Nullable Slice findResult(String method, Slice body) {
        if (method.equals("initialize")) {
            return Slice.of(RehearsalScript.INITIALIZE_RESULT);
        }
        if (method.equals("tools/list")) {
            return Slice.of(RehearsalScript.TOOLS_RESULT);
        }
        String request = body.utf8();
        return responses.entrySet().stream()
                .filter(tool -> request.contains("\"" + tool.getKey() + "\""))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static void send(String status, ByteSink body, OutputStream out) throws IOException {
        String head = "HTTP/1.1 " + status + "\r\nContent-Length: " + body.size() + "\r\n\r\n";
        out.write(new ByteSink(head.length() + body.size())
                .ascii(head)
                .raw(body.slice())
                .toByteArray());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
