package dev.plimsoll.quarkus;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** MCP client that starts a session and returns the body of each response. */
final class RawClient {

    private static final Pattern CURSOR = Pattern.compile("nextCursor\\\\?\":\\\\?\"([\\w-]+)");

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI endpoint;
    private final String user;
    private @Nullable String session;

    RawClient(URI endpoint) {
        this(endpoint, "");
    }

    RawClient(URI endpoint, String user) {
        this.endpoint = endpoint;
        this.user = user;
        HttpResponse<String> started = post(
                request(
                        "initialize",
                        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}"));
        this.session = started.headers().firstValue("Mcp-Session-Id").orElse(null);
        post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    private static String request(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    HttpResponse<byte[]> postAcceptingGzip(String body) {
        return send(httpRequest(body).header("Accept-Encoding", "gzip"), BodyHandlers.ofByteArray());
    }

    HttpResponse<String> post(String body) {
        return send(httpRequest(body), BodyHandlers.ofString());
    }

    private HttpRequest.Builder httpRequest(String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("X-User", user)
                .POST(BodyPublishers.ofString(body));
        return session == null ? request : request.header("Mcp-Session-Id", session);
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, BodyHandler<T> bodyHandler) {
        try {
            return http.send(request.build(), bodyHandler);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns the body of the response: a JSON document, or server-sent events. */
    String ask(String method, String params) {
        return post(request(method, params)).body();
    }

    String call(String tool, String arguments) {
        return ask("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    String read(String arguments) {
        return call("plimsoll_read", arguments);
    }

    /** Returns a member of the result. */
    static String result(String response, String member) {
        Slice result = Objects.requireNonNull(Members.get(Slice.of(response), "result"), response);
        return Objects.requireNonNull(Members.get(result, member), response).utf8();
    }

    /** Returns the cursor in a response. */
    static String cursor(String response) {
        Matcher matcher = CURSOR.matcher(response);
        if (!matcher.find()) {
            throw new AssertionError("no cursor in " + response);
        }
        return matcher.group(1);
    }
}
