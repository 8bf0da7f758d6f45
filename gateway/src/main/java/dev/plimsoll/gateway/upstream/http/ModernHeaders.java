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

    private static final String FIRST_REVISION = "2026-07-28";
    private static final String REVISION_KEY = "io.modelcontextprotocol/protocolVersion";
    private static final int MAX_NAME_LENGTH = 1 << 13;

    private ModernHeaders() {}

    /** Returns the revision that a message states itself; null for an earlier one. */
    static @Nullable String revision(Message message) {
        Slice meta = message.params() == null ? null : ObjectEdit.objectIn(message.params(), "_meta");
        String revision = ObjectEdit.textIn(meta, REVISION_KEY, 64);
        return revision != null
                        && revision.compareTo(FIRST_REVISION) >= 0
                        && revision.length() == FIRST_REVISION.length()
                ? revision
                : null;
    }

    /** Returns the headers of such a message. */
    static List<Header> headers(Message message, String revision, ToolHeaders tools) {
        List<Header> headers = new ArrayList<>();
        headers.add(new Header("MCP-Protocol-Version", HeaderValue.encode(revision)));
        String method = message.method();
        if (method == null) {
            return headers;
        }
        headers.add(new Header("Mcp-Method", HeaderValue.encode(method)));
        String name = name(method, message.params());
        if (name != null) {
            headers.add(new Header("Mcp-Name", HeaderValue.encode(name)));
        }
        if (method.equals("tools/call") && name != null && message.params() != null) {
            headers.addAll(tools.of(name, ObjectEdit.objectIn(message.params(), "arguments")));
        }
        return headers;
    }

    private static @Nullable String name(String method, @Nullable Slice params) {
        return switch (method) {
            case "tools/call", "prompts/get" -> ObjectEdit.textIn(params, "name", MAX_NAME_LENGTH);
            case "resources/read" -> ObjectEdit.textIn(params, "uri", MAX_NAME_LENGTH);
            default -> method.startsWith("tasks/") ? ObjectEdit.textIn(params, "taskId", MAX_NAME_LENGTH) : null;
        };
    }
}
