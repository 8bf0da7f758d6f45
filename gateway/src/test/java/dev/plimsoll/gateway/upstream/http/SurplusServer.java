package dev.plimsoll.gateway.upstream.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server over raw sockets that keeps its connections open. The test chooses the bytes that answer each
 * request, so there can be surplus responses.
 */
final class SurplusServer implements AutoCloseable {

    private final ServerSocket serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger connectionCount = new AtomicInteger();
    private final Responses responses;

    /** Chooses the bytes that are sent for a request. */
    interface Responses {

        /**
         * Returns the bytes.
         *
         * @param earlierCount the number of earlier requests on the same TCP connection
         */
        String of(String id, int earlierCount);
    }

    SurplusServer(Responses responses) throws IOException {
        this.responses = responses;
        Thread.startVirtualThread(this::serve);
    }

    /** Returns an HTTP response with a JSON-RPC result. */
    static String response(String id, String result) {
        String body = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort() + "/mcp");
    }

    int connections() {
        return connectionCount.get();
    }

    private void serve() {
        try {
            while (true) {
                Socket socket = serverSocket.accept();
                connectionCount.incrementAndGet();
                Thread.startVirtualThread(() -> answerAll(socket));
            }
        } catch (IOException e) {
            // the server was closed
        }
    }

    private void answerAll(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String body = readBody(in);
            for (int earlierCount = 0; !body.isEmpty(); earlierCount++) {
                socket.getOutputStream()
                        .write(responses.of(idIn(body), earlierCount).getBytes(StandardCharsets.US_ASCII));
                body = readBody(in);
            }
        } catch (IOException e) {
            // the client closed the connection
        }
    }

    /** Returns the id of a request, a number. */
    static String idIn(String request) {
        return request.replaceAll(".*\"id\":(\\d+).*", "$1");
    }

    /** Returns the body of the next request; empty at the end. */
    static String readBody(BufferedReader in) throws IOException {
        int length = 0;
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring("Content-Length: ".length()));
            }
            line = in.readLine();
        }
        StringBuilder body = new StringBuilder();
        while (body.length() < length) {
            body.append((char) in.read());
        }
        return body.toString();
    }

    @Override
    public void close() throws IOException {
        serverSocket.close();
    }
}
