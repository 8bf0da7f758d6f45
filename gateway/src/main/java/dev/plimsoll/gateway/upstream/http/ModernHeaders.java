package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.headers.HeaderValue;
import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest.Header;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the HTTP headers of messages in modern revisions, which repeat members of the message. */
final class ModernHeaders {

    private static final int MAX_NAME_LENGTH = 1 << 13;

    private ModernHeaders() {}

    /** Returns the modern revision that a message states; null for a legacy message. */
    static @Nullable String revision(Message message) {
        String revision = RequestMeta.revision(message);
        boolean hasRevisionLength =
                revision != null && revision.length() == Revision.MODERN.text().length();
        return hasRevisionLength && Revision.isModern(revision) ? revision : null;
    }

    /** Returns the headers of a message in a modern revision. */
    static List<Header> headers(Message message, String revision, ToolHeaders toolHeaders) {
        List<Header> headers = new ArrayList<>();
        headers.add(new Header(McpHeaders.REVISION, HeaderValue.encode(revision)));
        String method = message.method();
        if (method == null) {
            return headers;
        }
        headers.add(new Header(McpHeaders.METHOD, HeaderValue.encode(method)));
        String parameter = ProtocolMethod.nameParameter(method);
        String name = parameter == null ? null : ObjectEdit.shortText(message.param(parameter), MAX_NAME_LENGTH);
        if (name != null) {
            headers.add(new Header(McpHeaders.NAME, HeaderValue.encode(name)));
        }
        if (method.equals("tools/call") && name != null && message.params() != null) {
            headers.addAll(toolHeaders.forCall(name, ObjectEdit.objectOrNull(message.param("arguments"))));
        }
        return headers;
    }
}
