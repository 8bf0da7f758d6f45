package dev.plimsoll.gateway;

import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Slice;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** A server over HTTP, of the older revisions, that has its answers by heart: to {@code initialize}, a listing, two tools. */
final class RehearsedServer implements Closeable {

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> results;

    /** @param results the four answers, in that order; the second tool is {@code big} */
    RehearsedServer(List<String> results) throws IOException {
        this.results = results;
        Thread.ofPlatform().daemon().start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/mcp";
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                Thread.ofPlatform().daemon().start(() -> serve(connection));
            }
        } catch (IOException closed) {
            // the rehearsal is over
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            for (String request = line(in); !request.isEmpty(); request = line(in)) {
                byte[] body = in.readNBytes(bodyLength(in));
                connection
                        .getOutputStream()
                        .write(answer(request, Slice.of(body)).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException gone) {
            // nobody waits for this answer
        }
    }

    /** Passes the fields; the length of what follows. */
    private static int bodyLength(InputStream in) throws IOException {
        int length = 0;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            String low = field.toLowerCase(Locale.ROOT);
            length = low.startsWith("content-length:")
                    ? Integer.parseInt(low.substring(low.indexOf(':') + 1).strip())
                    : length;
        }
        return length;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    private String answer(String request, Slice body) {
        Envelope message = request.startsWith("POST") ? Envelope.peek(body) : null;
        if (message == null) {
            return head(request.startsWith("GET") ? "405 No" : "204 Gone", 0);
        }
        Slice id = message.id();
        if (id == null) {
            return head("202 Heard", 0);
        }
        String outcome = switch (String.valueOf(message.method())) {
            case "initialize" -> "\"result\":" + results.get(0);
            case "tools/list" -> "\"result\":" + results.get(1);
            case "tools/call" -> "\"result\":" + results.get(body.utf8().contains("\"big\"") ? 3 : 2);
            default -> "\"error\":{\"code\":-32601,\"message\":\"not here\"}";
        };
        String said = "{\"jsonrpc\":\"2.0\",\"id\":" + id.utf8() + "," + outcome + "}";
        return head("200 OK\r\nMcp-Session-Id: rehearsal\r\nContent-Type: application/json", said.length()) + said;
    }

    private static String head(String status, int length) {
        return "HTTP/1.1 " + status + "\r\nContent-Length: " + length + "\r\n\r\n";
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
