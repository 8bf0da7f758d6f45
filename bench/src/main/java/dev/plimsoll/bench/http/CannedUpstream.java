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

/** A server with minimal cost. The URL selects the result of its tool, and the revision: 2026-07-28 or older ones. */
final class CannedUpstream extends Handler.Abstract {

    private static final String RECORD =
            "{\\\"id\\\":12345,\\\"name\\\":\\\"a record of some words\\\",\\\"open\\\":true},";
    private static final String LINE = "2026-11-21T10:00:00Z INFO a request for some words took 17 ms\\n";
    private static final String WORDS = "What was asked for took some time, since all of it had to be found first.\\n";
    private static final byte[] EMPTY = new byte[0];

    private static final byte[] OPENED = bytes("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
            + "\"serverInfo\":{\"name\":\"canned\",\"version\":\"1\"}}");
    private static final byte[] TOOLS = bytes("{\"tools\":[{\"name\":\"t\",\"description\":\"Some words.\","
            + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}}]}");

    private static final String COMPLETE = "{\"resultType\":\"complete\",";
    private static final String FRESH = "\"ttlMs\":60000,\"cacheScope\":\"public\",";
    private static final byte[] DISCOVERED = bytes(COMPLETE + FRESH + "\"supportedVersions\":[\"2026-07-28\"],"
            + "\"capabilities\":{\"tools\":{}},\"_meta\":{\"io.modelcontextprotocol/serverInfo\":"
            + "{\"name\":\"canned\",\"version\":\"1\"}}}");
    private static final byte[] MODERN_TOOLS = modern(COMPLETE + FRESH, TOOLS);

    private final Map<String, byte[]> results = Map.ofEntries(
            Map.entry("/mcp/small", lines(LINE, 2_000)),
            Map.entry("/mcp/modern", modern(COMPLETE, lines(LINE, 2_000))),
            Map.entry("/mcp/modernbig", modern(COMPLETE, lines(LINE, 1_000_000))),
            Map.entry("/mcp/some", lines(LINE, 100_000)),
            Map.entry("/mcp/big", lines(LINE, 1_000_000)),
            // has fewer tokens per line: near the budget everything is counted exactly, which the other row measures
            Map.entry("/mcp/huge", lines(WORDS, 20_000_000)),
            Map.entry("/mcp/near", lines(LINE, 20_000_000)),
            Map.entry("/mcp/list", records(100_000)),
            Map.entry("/mcp/biglist", records(1_000_000)),
            Map.entry("/mcp/hugelist", records(20_000_000)));
    private final AtomicLong sessions = new AtomicLong();

    private CannedUpstream() {}

    public static void main(String[] args) throws Exception {
        Jetty.listen(new CannedUpstream());
    }

    private static byte[] lines(String line, int bytes) {
        return text(line.repeat(bytes / line.length()));
    }

    private static byte[] records(int bytes) {
        return text("[" + RECORD.repeat(bytes / RECORD.length()) + "null]");
    }

    private static byte[] text(String escaped) {
        return bytes("{\"content\":[{\"type\":\"text\",\"text\":\"" + escaped + "\"}]}");
    }

    private static byte[] modern(String start, byte[] result) {
        return bytes(start + new String(result, 1, result.length - 1, StandardCharsets.US_ASCII));
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        if (!request.getMethod().equals("POST")) {
            // offers no event stream, and has nothing to do at the end of a session
            Jetty.answer(response, request.getMethod().equals("GET") ? 405 : 204, EMPTY, callback);
            return true;
        }
        Envelope envelope;
        try (InputStream in = Content.Source.asInputStream(request)) {
            envelope = Envelope.peek(Slice.of(in.readAllBytes()));
        }
        Slice id = envelope == null ? null : envelope.id();
        if (envelope == null || id == null) {
            Jetty.answer(response, envelope == null ? 400 : 202, EMPTY, callback);
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
        boolean modern = path.startsWith("/mcp/modern");
        return switch (method) {
            case "initialize" -> modern ? EMPTY : OPENED;
            case "server/discover" -> modern ? DISCOVERED : EMPTY;
            case "tools/list" -> modern ? MODERN_TOOLS : TOOLS;
            case "tools/call" -> results.getOrDefault(path, EMPTY);
            default -> EMPTY;
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
