package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.check.NewToken;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends requests with a token, each in its own session. */
@NullMarked
final class TokenClient {

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";

    private TokenClient() {}

    private static HttpResponse<String> post(URI address, NewToken token, String session, String body)
            throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest.Builder request = HttpRequest.newBuilder(address)
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("Authorization", "Bearer " + token.text())
                    .POST(BodyPublishers.ofString(body));
            return http.send(
                    session.isEmpty()
                            ? request.build()
                            : request.header("Mcp-Session-Id", session).build(),
                    BodyHandlers.ofString());
        }
    }

    /** Sends a GET request to the HTTP API, and returns the JSON of the response. */
    static JsonNode get(URI address, NewToken token) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(address)
                    .header("Authorization", "Bearer " + token.text())
                    .build();
            return JsonMapper.shared()
                    .readTree(http.send(request, BodyHandlers.ofString()).body());
        }
    }

    static JsonNode requestInNewSession(URI address, NewToken token, String method, String params) throws Exception {
        String session = post(address, token, "", INITIALIZE)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}";
        return JsonMapper.shared()
                .readTree(post(address, token, session, body).body())
                .get("result");
    }
}
