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

/** Client that sends and receives plain HTTP. */
record Probe(String address, List<String> headers) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    static Probe of(String address) {
        return new Probe(address, List.of());
    }

    /** Opens a session. */
    static Probe initialized(String address) throws IOException, InterruptedException {
        Probe probe = of(address);
        HttpResponse<String> opened = probe.post("""
                {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
                "capabilities":{},"clientInfo":{"name":"probe","version":"1"}}}""");
        String session = opened.headers().firstValue("Mcp-Session-Id").orElse("");
        Probe inSession = session.isEmpty() ? probe : probe.with("Mcp-Session-Id", session);
        Probe ready = inSession.with("MCP-Protocol-Version", "2025-06-18");
        ready.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        return ready;
    }

    static String call(int id, String tool, Map<String, Object> arguments) {
        return Shelf.JSON.writeValueAsString(Map.of(
                "jsonrpc",
                "2.0",
                "id",
                id,
                "method",
                "tools/call",
                "params",
                Map.of("name", tool, "arguments", arguments)));
    }

    Probe with(String name, String value) {
        List<String> more = new ArrayList<>(headers);
        more.add(name);
        more.add(value);
        return new Probe(address, more);
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
