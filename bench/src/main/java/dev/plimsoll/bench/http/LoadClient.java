package dev.plimsoll.bench.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A client with one connection that calls a tool repeatedly. */
final class LoadClient implements AutoCloseable {

    private static final String LEGACY = "2025-11-25";
    private static final String MODERN = "2026-07-28";

    /** The first ID. All IDs have the same number of digits, so that requests have the same length. */
    private static final int FIRST_ID = 10_000_000;

    private static final String ID = Integer.toString(FIRST_ID);

    private final int port;
    private final String server;
    private final boolean modern;
    private HttpWire httpWire;
    private @Nullable String session;
    private byte[] request;
    private int idAt;
    private int id = FIRST_ID;
    private int expectedLength;

    /**
     * Opens a connection, and a session if the revision has sessions, and lists the tools, as clients do.
     *
     * @param server the name of the server in the URL
     * @param modern whether to use 2026-07-28, which has no sessions
     */
    LoadClient(int port, String server, boolean modern) throws IOException {
        this.port = port;
        this.server = server;
        this.modern = modern;
        httpWire = new HttpWire(port);
        if (!modern) {
            session = expect(200, initialize()).session();
            expect(202, legacy("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"));
        }
        expect(200, createRequest("tools/list", "", "0", ""));
        request = createRequest("tools/call", "Mcp-Name: t\r\n", ID, "\"name\":\"t\",\"arguments\":{\"n\":1}");
        idAt = new String(request, StandardCharsets.US_ASCII).lastIndexOf(ID);
    }

    private HttpWire.Answer expect(int status, byte[] message) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        HttpWire.Answer answer = httpWire.exchange(message, body);
        if (answer.status() != status) {
            throw new IOException(
                    server + " answers " + answer.status() + ": " + body.toString(StandardCharsets.UTF_8));
        }
        return answer;
    }

    /** Makes the first call, and returns its response, with which later ones are compared. */
    String firstCall() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        HttpWire.Answer answer = httpWire.exchange(nextRequest(), body);
        String text = body.toString(StandardCharsets.UTF_8);
        if (answer.status() != 200 || !text.contains("\"result\"") || text.contains("\"isError\":true")) {
            throw new IOException(server + " answers " + answer.status() + ": " + text);
        }
        expectedLength = answer.length();
        return text;
    }

    /** Makes a call. Returns whether its response has status 200 and about the length of the first one. */
    boolean call() {
        try {
            HttpWire.Answer answer = httpWire.exchange(nextRequest(), null);
            return answer.status() == 200 && Math.abs(answer.length() - expectedLength) <= 64;
        } catch (IOException e) {
            reconnect();
            return false;
        }
    }

    private void reconnect() {
        try {
            httpWire.close();
            httpWire = new HttpWire(port);
        } catch (IOException e) {
            // the next call fails, and is counted
        }
    }

    private byte[] nextRequest() {
        int digits = ++id;
        for (int i = ID.length() - 1; i >= 0; i--) {
            request[idAt + i] = (byte) ('0' + digits % 10);
            digits /= 10;
        }
        return request;
    }

    private byte[] initialize() {
        return post(
                "",
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + LEGACY
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}");
    }

    private byte[] legacy(String message) {
        return post("MCP-Protocol-Version: " + LEGACY + "\r\nMcp-Session-Id: " + session + "\r\n", message);
    }

    /** Creates a request of either revision. */
    private byte[] createRequest(String method, String headers, String id, String params) {
        String start = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params;
        if (!modern) {
            return legacy(start + "}}");
        }
        String prefix = "\"io.modelcontextprotocol/";
        return post(
                "MCP-Protocol-Version: " + MODERN + "\r\nMcp-Method: " + method + "\r\n" + headers,
                start + (params.isEmpty() ? "" : ",") + "\"_meta\":{" + prefix + "protocolVersion\":\"" + MODERN + "\","
                        + prefix + "clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}," + prefix
                        + "clientCapabilities\":{}}}}");
    }

    private byte[] post(String headers, String body) {
        return ("POST /mcp/" + server + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                        + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                        + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        httpWire.close();
    }
}
