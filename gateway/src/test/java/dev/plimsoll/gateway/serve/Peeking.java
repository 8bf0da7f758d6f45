package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.auth.NewToken;
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

/** A caller with a token who uses every endpoint. */
@NullMarked
final class Peeking {

    /** The endpoints of one server. */
    enum Door {
        SESSION,
        ALONE,
        HUB,
        PLAIN
    }

    private static final Pattern CURSOR = Pattern.compile("nextCursor\\\\*\":\\\\*\"([A-Za-z0-9_-]{48})");
    private static final Pattern PAGE = Pattern.compile("plimsoll://page/[A-Za-z0-9_-]{48}");
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    private static final String OPENING = "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

    final String name;
    private final NewToken token;
    private final String base;
    private final HttpClient http;
    private final String session;
    private final Set<String> own = ConcurrentHashMap.newKeySet();

    Peeking(String name, NewToken token, String base, HttpClient http) throws Exception {
        this.name = name;
        this.token = token;
        this.base = base;
        this.http = http;
        this.session = send(post("/mcp/marking", OPENING))
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        for (Door door : Door.values()) {
            own.addAll(marks(call(door, "whose", "{}")));
        }
    }

    /** Returns the marks in the server's answers to this caller. */
    Set<String> own() {
        return own;
    }

    static Set<String> marks(String text) {
        return MarkingServer.MARK.matcher(text).results().map(m -> m.group()).collect(Collectors.toSet());
    }

    /** Returns the first handle in an answer, which is a cursor or a page's URI, or an empty string. */
    static String handle(String answer) {
        Matcher page = PAGE.matcher(answer);
        if (page.find()) {
            return page.group();
        }
        Matcher cursor = CURSOR.matcher(answer);
        return cursor.find() ? cursor.group(1) : "";
    }

    String call(Door door, String tool, String arguments) throws Exception {
        String named = door == Door.HUB && !tool.equals("plimsoll_read") ? "marking__" + tool : tool;
        return door == Door.PLAIN
                ? send(post("/api/v1/tools/marking/" + tool, arguments)).body()
                : ask(door, "tools/call", named, "\"name\":\"" + named + "\",\"arguments\":" + arguments);
    }

    /** Reads a handle. */
    String read(Door door, String handle) throws Exception {
        return handle.startsWith("plimsoll:")
                ? resource(door, handle)
                : call(door, "plimsoll_read", "{\"cursor\":\"" + handle + "\"}");
    }

    String resource(Door door, String uri) throws Exception {
        // resources require the protocol
        return ask(door == Door.PLAIN ? Door.ALONE : door, "resources/read", uri, "\"uri\":\"" + uri + "\"");
    }

    String get(String path) throws Exception {
        HttpResponse<String> got = send(request(path));
        return got.statusCode() + " " + got.body();
    }

    private String ask(Door door, String method, String of, String params) throws Exception {
        boolean alone = door != Door.SESSION;
        String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":{" + params
                + (alone ? "," + META : "") + "}}";
        HttpRequest.Builder request = post(door == Door.HUB ? "/mcp" : "/mcp/marking", body);
        if (alone) {
            request.header("MCP-Protocol-Version", "2026-07-28")
                    .header("Mcp-Method", method)
                    .header("Mcp-Name", of);
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
