package dev.plimsoll.micronaut;

import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** MCP client without a session. It returns the bytes of each response. */
record RouteClient(URI endpoint, String user) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern CURSOR = Pattern.compile("nextCursor\\\\?\":\\\\?\"([\\w-]+)");

    static String request(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    private static String toolCall(String tool, String arguments) {
        return request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    HttpResponse<byte[]> post(byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", "2025-06-18")
                .header("X-User", user)
                .POST(BodyPublishers.ofByteArray(body))
                .setHeader("Content-Type", "application/json");
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            return HTTP.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<byte[]> post(String body, String... headers) {
        return post(body.getBytes(StandardCharsets.UTF_8), headers);
    }

    HttpResponse<byte[]> postCall(String tool, String arguments, String... headers) {
        return post(toolCall(tool, arguments), headers);
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** Returns the body of the response. */
    String ask(String method, String params) {
        return text(post(request(method, params)));
    }

    String call(String tool, String arguments) {
        return text(postCall(tool, arguments));
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
