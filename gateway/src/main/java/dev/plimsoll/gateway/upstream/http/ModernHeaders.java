package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.mirror.HeaderValue;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.upstream.http.OutgoingRequest.Header;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Headers of messages of revision 2026-07-28 and later, which repeat parts of the message. */
final class ModernHeaders {

    private static final String FIRST = "2026-07-28";
    private static final String REVISION = "io.modelcontextprotocol/protocolVersion";
    private static final int LONGEST_NAME = 1 << 13;

    private ModernHeaders() {}

    /** Returns the revision that a message states itself; null for an earlier one. */
    static @Nullable String revision(Message message) {
        Slice meta = message.params() == null ? null : ObjectEdit.objectIn(message.params(), "_meta");
        String revision = ObjectEdit.textIn(meta, REVISION, 64);
        return revision != null && revision.compareTo(FIRST) >= 0 && revision.length() == FIRST.length()
                ? revision
                : null;
    }

    /** Returns the headers of such a message. */
    static List<Header> headers(Message message, String revision, ToolHeaders tools) {
        List<Header> headers = new ArrayList<>();
        headers.add(new Header("MCP-Protocol-Version", HeaderValue.of(revision)));
        String method = message.method();
        if (method == null) {
            return headers;
        }
        headers.add(new Header("Mcp-Method", HeaderValue.of(method)));
        String name = name(method, message.params());
        if (name != null) {
            headers.add(new Header("Mcp-Name", HeaderValue.of(name)));
        }
        if (method.equals("tools/call") && name != null && message.params() != null) {
            headers.addAll(tools.of(name, ObjectEdit.objectIn(message.params(), "arguments")));
        }
        return headers;
    }

    private static @Nullable String name(String method, @Nullable Slice params) {
        return switch (method) {
            case "tools/call", "prompts/get" -> ObjectEdit.textIn(params, "name", LONGEST_NAME);
            case "resources/read" -> ObjectEdit.textIn(params, "uri", LONGEST_NAME);
            default -> method.startsWith("tasks/") ? ObjectEdit.textIn(params, "taskId", LONGEST_NAME) : null;
        };
    }
}
