package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.check.NewToken;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;

/** A caller with a token who can use every kind of endpoint. */
@NullMarked
final class TestCaller {

    /** The kinds of endpoints at which one server can be called. */
    enum EndpointKind {
        SESSION,
        STATELESS,
        HUB,
        REST
    }

    private static final Pattern CURSOR = Pattern.compile("nextCursor\\\\*\":\\\\*\"([A-Za-z0-9_-]{48})");
    private static final Pattern PAGE = Pattern.compile("plimsoll://page/[A-Za-z0-9_-]{48}");
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

    final String name;
    private final NewToken token;
    private final String base;
    private final HttpClient http;
    private final String session;
    private final Set<String> ownMarks = ConcurrentHashMap.newKeySet();

    TestCaller(String name, NewToken token, String base, HttpClient http) throws Exception {
        this.name = name;
        this.token = token;
        this.base = base;
        this.http = http;
        this.session = send(post("/mcp/marking", INITIALIZE))
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        for (EndpointKind endpointKind : EndpointKind.values()) {
            ownMarks.addAll(marks(call(endpointKind, "whose", "{}")));
        }
    }

    /** Returns the marks that the server uses for this caller, one for each kind of endpoint. */
    Set<String> ownMarks() {
        return ownMarks;
    }

    static Set<String> marks(String text) {
        return MarkingServer.MARK.matcher(text).results().map(m -> m.group()).collect(Collectors.toSet());
    }

    /** Returns the first reference in an answer: the URI of a page, or else a cursor; empty if there is none. */
    static String reference(String answer) {
        Matcher page = PAGE.matcher(answer);
        if (page.find()) {
            return page.group();
        }
        Matcher cursor = CURSOR.matcher(answer);
        return cursor.find() ? cursor.group(1) : "";
    }

    String call(EndpointKind endpointKind, String tool, String arguments) throws Exception {
        String visibleName =
                endpointKind == EndpointKind.HUB && !tool.equals("plimsoll_read") ? "marking__" + tool : tool;
        return endpointKind == EndpointKind.REST
                ? send(post("/api/v1/tools/marking/" + tool, arguments)).body()
                : requestOverMcp(
                        endpointKind,
                        "tools/call",
                        visibleName,
                        "\"name\":\"" + visibleName + "\",\"arguments\":" + arguments);
    }

    /** Makes a follow-up read with a cursor or the URI of a page. */
    String read(EndpointKind endpointKind, String reference) throws Exception {
        return reference.startsWith("plimsoll:")
                ? resource(endpointKind, reference)
                : call(endpointKind, "plimsoll_read", "{\"cursor\":\"" + reference + "\"}");
    }

    String resource(EndpointKind endpointKind, String uri) throws Exception {
        // the HTTP API has no resources
        return requestOverMcp(
                endpointKind == EndpointKind.REST ? EndpointKind.STATELESS : endpointKind,
                "resources/read",
                uri,
                "\"uri\":\"" + uri + "\"");
    }

    String get(String path) throws Exception {
        HttpResponse<String> response = send(request(path));
        return response.statusCode() + " " + response.body();
    }

    private String requestOverMcp(EndpointKind endpointKind, String method, String target, String params)
            throws Exception {
        boolean isStateless = endpointKind != EndpointKind.SESSION;
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{" + params
                + (isStateless ? "," + META : "") + "}}";
        HttpRequest.Builder request = post(endpointKind == EndpointKind.HUB ? "/mcp" : "/mcp/marking", body);
        if (isStateless) {
            request.header("MCP-Protocol-Version", "2026-07-28")
                    .header("Mcp-Method", method)
                    .header("Mcp-Name", target);
        } else {
            request.header("Mcp-Session-Id", session);
        }
        return send(request).body();
    }

    private HttpRequest.Builder post(String path, String body) {
        return request(path).POST(BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("Authorization", "Bearer " + token.text());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
