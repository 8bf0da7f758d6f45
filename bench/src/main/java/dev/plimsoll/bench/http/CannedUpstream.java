package dev.plimsoll.bench.http;

import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * A server that answers with prepared results, so that it takes little time. The path of the URL selects the result of its
 * tool, and the revision: 2026-07-28 if the path begins with {@code /mcp/modern}, otherwise 2025-11-25.
 */
final class CannedUpstream extends Handler.Abstract {

    private static final String RECORD =
            "{\\\"id\\\":12345,\\\"name\\\":\\\"a record of some words\\\",\\\"open\\\":true},";
    private static final String LOG_LINE = "2026-11-21T10:00:00Z INFO a request for some words took 17 ms\\n";
    private static final String SENTENCE =
            "What was asked for took some time, since all of it had to be found first.\\n";
    private static final byte[] NO_BYTES = new byte[0];

    private static final byte[] INITIALIZE_RESULT =
            bytes("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
            + "\"serverInfo\":{\"name\":\"canned\",\"version\":\"1\"}}");
    private static final byte[] TOOLS_RESULT = bytes("{\"tools\":[{\"name\":\"t\",\"description\":\"Some words.\","
            + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}}]}");

    private static final String COMPLETE_MEMBER = "{\"resultType\":\"complete\",";
    private static final String CACHE_MEMBERS = "\"ttlMs\":60000,\"cacheScope\":\"public\",";
    private static final byte[] DISCOVER_RESULT =
            bytes(COMPLETE_MEMBER + CACHE_MEMBERS + "\"supportedVersions\":[\"2026-07-28\"],"
            + "\"capabilities\":{\"tools\":{}},\"_meta\":{\"io.modelcontextprotocol/serverInfo\":"
            + "{\"name\":\"canned\",\"version\":\"1\"}}}");
    private static final byte[] MODERN_TOOLS_RESULT = withMembers(COMPLETE_MEMBER + CACHE_MEMBERS, TOOLS_RESULT);

    private final Map<String, byte[]> results = Map.ofEntries(
            Map.entry("/mcp/small", textLines(LOG_LINE, 2_000)),
            Map.entry("/mcp/modern", withMembers(COMPLETE_MEMBER, textLines(LOG_LINE, 2_000))),
            Map.entry("/mcp/modernbig", withMembers(COMPLETE_MEMBER, textLines(LOG_LINE, 1_000_000))),
            Map.entry("/mcp/some", textLines(LOG_LINE, 100_000)),
            Map.entry("/mcp/big", textLines(LOG_LINE, 1_000_000)),
            // has few enough tokens that the estimate decides; in /mcp/near, the estimate is near the budget, so all
            // tokens are counted exactly
            Map.entry("/mcp/huge", textLines(SENTENCE, 20_000_000)),
            Map.entry("/mcp/near", textLines(LOG_LINE, 20_000_000)),
            Map.entry("/mcp/list", records(100_000)),
            Map.entry("/mcp/biglist", records(1_000_000)),
            Map.entry("/mcp/hugelist", records(20_000_000)));
    private final AtomicLong sessions = new AtomicLong();

    private CannedUpstream() {}

    public static void main(String[] args) throws Exception {
        Jetty.listen(new CannedUpstream());
    }

    private static byte[] textLines(String line, int bytes) {
        return textResult(line.repeat(bytes / line.length()));
    }

    private static byte[] records(int bytes) {
        return textResult("[" + RECORD.repeat(bytes / RECORD.length()) + "null]");
    }

    private static byte[] textResult(String escaped) {
        return bytes("{\"content\":[{\"type\":\"text\",\"text\":\"" + escaped + "\"}]}");
    }

    private static byte[] withMembers(String start, byte[] result) {
        return bytes(start + new String(result, 1, result.length - 1, StandardCharsets.US_ASCII));
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        if (!request.getMethod().equals("POST")) {
            // GET: there is no event stream; DELETE: nothing to do at the end of a session
            Jetty.answer(response, request.getMethod().equals("GET") ? 405 : 204, NO_BYTES, callback);
            return true;
        }
        Envelope envelope;
        try (InputStream in = Content.Source.asInputStream(request)) {
            envelope = Envelope.peek(Slice.of(in.readAllBytes()));
        }
        Slice id = envelope == null ? null : envelope.id();
        if (envelope == null || id == null) {
            Jetty.answer(response, envelope == null ? 400 : 202, NO_BYTES, callback);
            return true;
        }
        String method = String.valueOf(envelope.method());
        if (method.equals("initialize")) {
            response.getHeaders().put("Mcp-Session-Id", "session-" + sessions.incrementAndGet());
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        byte[] result = result(method, Request.getPathInContext(request));
        Jetty.answer(response, 200, message(id, result), callback);
        return true;
    }

    private byte[] result(String method, String path) {
        boolean isModern = path.startsWith("/mcp/modern");
        return switch (method) {
            case "initialize" -> isModern ? NO_BYTES : INITIALIZE_RESULT;
            case "server/discover" -> isModern ? DISCOVER_RESULT : NO_BYTES;
            case "tools/list" -> isModern ? MODERN_TOOLS_RESULT : TOOLS_RESULT;
            case "tools/call" -> results.getOrDefault(path, NO_BYTES);
            default -> NO_BYTES;
        };
    }

    private static byte[] message(Slice id, byte[] result) {
        byte[] start = bytes("{\"jsonrpc\":\"2.0\",\"id\":" + id.utf8() + ",\"result\":");
        if (result.length == 0) {
            return bytes("{\"jsonrpc\":\"2.0\",\"id\":" + id.utf8()
                    + ",\"error\":{\"code\":-32601,\"message\":\"not here\"}}");
        }
        byte[] message = new byte[start.length + result.length + 1];
        System.arraycopy(start, 0, message, 0, start.length);
        System.arraycopy(result, 0, message, start.length, result.length);
        message[message.length - 1] = '}';
        return message;
    }
}
