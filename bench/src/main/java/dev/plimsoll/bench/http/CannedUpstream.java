package dev.plimsoll.bench.http;

import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Members;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

    private static final String RECORD = record();
    private static final String LOG_LINE = "2026-11-21T10:00:00Z INFO a request for some words took 17 ms\n";
    private static final byte[] NO_BYTES = new byte[0];

    private static final byte[] INITIALIZE_RESULT = initializeResult();
    private static final byte[] TOOLS_RESULT = toolsResult();
    private static final byte[] DISCOVER_RESULT = discoverResult();
    private static final byte[] MODERN_TOOLS_RESULT = addModernMembers(TOOLS_RESULT, true);

    private final Map<String, byte[]> results = Map.ofEntries(
            Map.entry("/mcp/small", textLines(LOG_LINE, 2_000)),
            Map.entry("/mcp/modern", addModernMembers(textLines(LOG_LINE, 2_000), false)),
            Map.entry("/mcp/modernbig", addModernMembers(textLines(LOG_LINE, 1_000_000), false)),
            Map.entry("/mcp/some", textLines(LOG_LINE, 100_000)),
            Map.entry("/mcp/big", textLines(LOG_LINE, 1_000_000)),
            // /mcp/tens has fewer bytes than its budget has tokens, so it passes without a count; the tokens of
            // /mcp/huge
            // are counted exactly
            Map.entry("/mcp/tens", textLines(LOG_LINE, 9_900_000)),
            Map.entry("/mcp/huge", textLines(LOG_LINE, 20_000_000)),
            Map.entry("/mcp/list", createRecords(100_000)),
            Map.entry("/mcp/biglist", createRecords(1_000_000)),
            Map.entry("/mcp/hugelist", createRecords(20_000_000)));
    private final AtomicLong sessions = new AtomicLong();

    private CannedUpstream() {}

    public static void main(String[] args) throws Exception {
        Jetty.startServer(new CannedUpstream());
    }

    private static byte[] textLines(String line, int bytes) {
        return textResult(repeat(line, bytes));
    }

    private static byte[] createRecords(int bytes) {
        return textResult("[" + repeat(RECORD, bytes) + "null]");
    }

    /** Repeats a text until it has about this many bytes in a JSON string. */
    private static String repeat(String text, int bytes) {
        return text.repeat(bytes / JsonText.escapedLength(Slice.of(text)));
    }

    private static String record() {
        JsonWriter json = new JsonWriter().beginObject().number("id", 12_345);
        json.string("name", "a record of some words").bool("open", true);
        return json.endObject().slice().utf8() + ",";
    }

    private static byte[] textResult(String text) {
        JsonWriter json = new JsonWriter(2 * text.length() + 64).beginObject().beginArray("content");
        json.beginObject().string("type", "text").string("text", text).endObject();
        return json.endArray().endObject().toByteArray();
    }

    private static byte[] initializeResult() {
        JsonWriter json = new JsonWriter().beginObject().string("protocolVersion", "2025-11-25");
        json.beginObject("capabilities").beginObject("tools").endObject().endObject();
        writeServerInfo("serverInfo", json);
        return json.endObject().toByteArray();
    }

    private static byte[] toolsResult() {
        JsonWriter json = new JsonWriter().beginObject().beginArray("tools").beginObject();
        json.string("name", "t").string("description", "Some words.");
        json.beginObject("inputSchema").string("type", "object").beginObject("properties");
        json.beginObject("n").string("type", "integer").endObject().endObject().endObject();
        return json.endObject().endArray().endObject().toByteArray();
    }

    private static byte[] discoverResult() {
        JsonWriter json = new JsonWriter().beginObject();
        json.strings("supportedVersions", List.of("2026-07-28"));
        json.beginObject("capabilities")
                .beginObject("tools")
                .endObject()
                .endObject()
                .beginObject("_meta");
        writeServerInfo("io.modelcontextprotocol/serverInfo", json);
        return addModernMembers(json.endObject().endObject().toByteArray(), true);
    }

    private static void writeServerInfo(String member, JsonWriter json) {
        json.beginObject(member).string("name", "canned").string("version", "1").endObject();
    }

    /** Returns the result with the members that revision 2026-07-28 requires. */
    private static byte[] addModernMembers(byte[] result, boolean isCacheable) {
        JsonWriter json = new JsonWriter(result.length + 128).beginObject().string("resultType", "complete");
        if (isCacheable) {
            json.number("ttlMs", 60_000).string("cacheScope", "public");
        }
        Members members = Members.of(Slice.of(result));
        while (members.next()) {
            json.rawMember(members.member());
        }
        return json.endObject().toByteArray();
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
        byte[] result = findResult(method, Request.getPathInContext(request));
        Jetty.answer(response, 200, toResponse(id, result), callback);
        return true;
    }

    private byte[] findResult(String method, String path) {
        boolean isModern = path.startsWith("/mcp/modern");
        return switch (method) {
            case "initialize" -> isModern ? NO_BYTES : INITIALIZE_RESULT;
            case "server/discover" -> isModern ? DISCOVER_RESULT : NO_BYTES;
            case "tools/list" -> isModern ? MODERN_TOOLS_RESULT : TOOLS_RESULT;
            case "tools/call" -> results.getOrDefault(path, NO_BYTES);
            default -> NO_BYTES;
        };
    }

    private static byte[] toResponse(Slice id, byte[] result) {
        if (result.length == 0) {
            JsonWriter json =
                    new JsonWriter().beginObject().string("jsonrpc", "2.0").raw("id", id);
            json.beginObject("error")
                    .number("code", -32601)
                    .string("message", "not here")
                    .endObject();
            return json.endObject().toByteArray();
        }
        byte[] start =
                ("{\"jsonrpc\":\"2.0\",\"id\":" + id.utf8() + ",\"result\":").getBytes(StandardCharsets.US_ASCII);
        byte[] message = new byte[start.length + result.length + 1];
        System.arraycopy(start, 0, message, 0, start.length);
        System.arraycopy(result, 0, message, start.length, result.length);
        message[message.length - 1] = '}';
        return message;
    }
}
