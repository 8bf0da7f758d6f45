package dev.plimsoll.servlet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** MCP client that sends and receives HTTP bodies without an SDK. */
record RawHttpClient(String address, List<String> headers) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    static RawHttpClient of(String address) {
        return new RawHttpClient(address, List.of());
    }

    /** Starts a session with {@code initialize}. */
    static RawHttpClient initialized(String address) throws IOException, InterruptedException {
        RawHttpClient client = of(address);
        HttpResponse<String> initialized = client.post("""
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
                "capabilities":{},"clientInfo":{"name":"client","version":"1"}}}""");
        String session = initialized.headers().firstValue("Mcp-Session-Id").orElse("");
        RawHttpClient inSession = session.isEmpty() ? client : client.with("Mcp-Session-Id", session);
        RawHttpClient withRevision = inSession.with("MCP-Protocol-Version", "2025-06-18");
        withRevision.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return withRevision;
    }

    /** Returns the message that calls a tool. It can be sent with {@link #post(String)}. */
    static String call(int id, String tool, Map<String, Object> arguments) {
        return BookServer.JSON.writeValueAsString(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                id,
                "method",
                "tools/call",
                "params",
                Map.of("name", tool, "arguments", arguments)));
    }

    /** Creates a client that also sends this header. */
    RawHttpClient with(String name, String value) {
        List<String> allHeaders = new ArrayList<>(headers);
        allHeaders.add(name);
        allHeaders.add(value);
        return new RawHttpClient(address, allHeaders);
    }

    private HttpRequest.Builder request() {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream");
        if (!headers.isEmpty()) {
            request.headers(headers.toArray(String[]::new));
        }
        return request;
    }

    HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return post(body.getBytes(StandardCharsets.UTF_8));
    }

    HttpResponse<String> post(byte[] body) throws IOException, InterruptedException {
        return HTTP.send(
                request().POST(HttpRequest.BodyPublishers.ofByteArray(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get() throws IOException, InterruptedException {
        return HTTP.send(request().GET().build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Returns the lines of a response as they arrive. */
    Iterator<String> lines(String body) throws IOException, InterruptedException {
        return HTTP.send(
                        request()
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofLines())
                .body()
                .iterator();
    }
}
