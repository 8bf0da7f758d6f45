package dev.plimsoll.bench.http;

import dev.plimsoll.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Client that calls a tool repeatedly over one connection. */
final class LoadClient implements AutoCloseable {

    private static final String LEGACY = "2025-11-25";
    private static final String MODERN = "2026-07-28";

    /**
     * The first call has this ID plus one. All IDs of calls have the same number of digits, so that the next
     * ID can overwrite the previous one in the bytes of the request.
     */
    private static final int START_ID = 10_000_000;

    private static final String START_ID_TEXT = Integer.toString(START_ID);

    private final int port;
    private final String server;
    private final boolean isModern;
    private RawHttpConnection connection;
    private @Nullable String session;
    private byte[] request;
    private int idOffset;
    private int argumentOffset;
    private int id = START_ID;
    private int expectedLength;

    /**
     * Opens a connection, and a session if the revision has sessions, and lists the tools, as clients do.
     *
     * @param server the name of the server in the URL
     * @param isModern whether to use 2026-07-28, which has no sessions
     */
    LoadClient(int port, String server, boolean isModern) throws IOException {
        this.port = port;
        this.server = server;
        this.isModern = isModern;
        connection = new RawHttpConnection(port);
        if (!isModern) {
            session = sendExpecting(200, initialize()).session();
            JsonWriter initialized = new JsonWriter().beginObject().string("jsonrpc", "2.0");
            sendExpecting(202, legacyRequest(initialized.string("method", "notifications/initialized")));
        }
        sendExpecting(200, createRequest("tools/list", "", 0, params -> {}));
        request = createRequest(
                "tools/call",
                "Mcp-Name: t\r\n",
                START_ID,
                params -> params.string("name", "t")
                        .beginObject("arguments")
                        .number("n", START_ID)
                        .endObject());
        String requestText = new String(request, StandardCharsets.US_ASCII);
        idOffset = requestText.indexOf(START_ID_TEXT);
        argumentOffset = requestText.lastIndexOf(START_ID_TEXT);
    }

    private RawHttpConnection.Answer sendExpecting(int status, byte[] message) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        RawHttpConnection.Answer answer = connection.exchange(message, body);
        if (answer.status() != status) {
            throw new IOException(
                    server + " answers " + answer.status() + ": " + body.toString(StandardCharsets.UTF_8));
        }
        return answer;
    }

    /** Makes the first call, and returns the body of its response. Later responses are compared with its length. */
    String firstCall() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        RawHttpConnection.Answer answer = connection.exchange(nextRequest(), body);
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
            RawHttpConnection.Answer answer = connection.exchange(nextRequest(), null);
            return answer.status() == 200 && Math.abs(answer.length() - expectedLength) <= 64;
        } catch (IOException e) {
            reconnect();
            return false;
        }
    }

    private void reconnect() {
        try {
            connection.close();
            connection = new RawHttpConnection(port);
        } catch (IOException e) {
            // the next call fails, too, and is counted as an error
        }
    }

    /** Returns a call with another ID and another argument, because repeated calls with equal arguments get a warning. */
    private byte[] nextRequest() {
        int digits = ++id;
        for (int i = START_ID_TEXT.length() - 1; i >= 0; i--) {
            byte digit = (byte) ('0' + digits % 10);
            request[idOffset + i] = digit;
            request[argumentOffset + i] = digit;
            digits /= 10;
        }
        return request;
    }

    private byte[] initialize() {
        JsonWriter json = beginRequest("initialize", 0).string("protocolVersion", LEGACY);
        json.beginObject("capabilities").endObject();
        writeName("clientInfo", json);
        return post("", json.endObject());
    }

    /** Begins a message and its parameters. */
    private static JsonWriter beginRequest(String method, int id) {
        JsonWriter json =
                new JsonWriter().beginObject().string("jsonrpc", "2.0").number("id", id);
        return json.string("method", method).beginObject("params");
    }

    private static void writeName(String member, JsonWriter json) {
        json.beginObject(member).string("name", "bench").string("version", "1").endObject();
    }

    private byte[] legacyRequest(JsonWriter message) {
        return post("MCP-Protocol-Version: " + LEGACY + "\r\nMcp-Session-Id: " + session + "\r\n", message);
    }

    /** Creates a request in the revision of this client. */
    private byte[] createRequest(String method, String headers, int id, Consumer<JsonWriter> params) {
        JsonWriter json = beginRequest(method, id);
        params.accept(json);
        if (!isModern) {
            return legacyRequest(json.endObject());
        }
        String prefix = "io.modelcontextprotocol/";
        json.beginObject("_meta").string(prefix + "protocolVersion", MODERN);
        writeName(prefix + "clientInfo", json);
        json.beginObject(prefix + "clientCapabilities").endObject().endObject();
        return post(
                "MCP-Protocol-Version: " + MODERN + "\r\nMcp-Method: " + method + "\r\n" + headers, json.endObject());
    }

    private byte[] post(String headers, JsonWriter message) {
        String body = message.endObject().slice().utf8();
        return ("POST /mcp/" + server + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                        + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
                        + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
