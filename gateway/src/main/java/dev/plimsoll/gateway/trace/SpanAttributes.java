package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.gateway.trace.SpanFactory.Side;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonText;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Sets the span attributes that OpenTelemetry's conventions for MCP define. These attributes contain no arguments and
 * no results.
 */
final class SpanAttributes {

    private static final int MAX_LENGTH = 256;

    /** Longest response that is checked for an error. */
    private static final int MAX_ERROR_BYTES = 1 << 16;

    private SpanAttributes() {}

    /** Begins the span of a request; returns null if spans are not available. */
    static @Nullable Span beginSpan(
            SpanFactory spanFactory, Side side, Message request, @Nullable TraceContext parent) {
        String method = truncate(String.valueOf(request.method()));
        String target = targetName(method, request.params());
        Span span = spanFactory.begin(side, target == null ? method : method + ' ' + target, parent);
        if (span == null) {
            return null;
        }
        span.setAttribute("mcp.method.name", method);
        Slice id = request.id();
        if (id != null) {
            String text =
                    Json.type(id) == JsonType.STRING ? JsonText.unescapeToString(Json.stringInside(id)) : id.utf8();
            span.setAttribute("jsonrpc.request.id", truncate(text));
        }
        if (target != null && method.startsWith("tools/")) {
            span.setAttribute("gen_ai.tool.name", target).setAttribute("gen_ai.operation.name", "execute_tool");
        } else if (target != null) {
            span.setAttribute("gen_ai.prompt.name", target);
        }
        if (method.startsWith("resources/")) {
            String uri = ObjectEdit.shortText(request.param("uri"), 1 << 13);
            if (uri != null) {
                span.setAttribute("mcp.resource.uri", withoutQuery(uri));
            }
        }
        String revision = RequestMeta.revision(request);
        return revision == null ? span : span.setAttribute("mcp.protocol.version", revision);
    }

    private static @Nullable String targetName(String method, @Nullable Slice params) {
        boolean hasName = "name".equals(ProtocolMethod.nameParameter(method));
        String name = hasName ? ObjectEdit.textIn(params, "name", 1 << 13) : null;
        return name == null ? null : truncate(name);
    }

    private static String withoutQuery(String uri) {
        int end = uri.indexOf('?');
        return truncate(end < 0 ? uri : uri.substring(0, end));
    }

    private static String truncate(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH - 1) + "…";
    }

    /** Records whether the response is an error. */
    static void recordResponse(Span span, Message response) {
        Slice result = response.result();
        if (response.length() > MAX_ERROR_BYTES) {
            return;
        }
        if (result != null) {
            Slice flag = ObjectEdit.valueIn(result, "isError");
            if (flag != null && flag.utf8().equals("true")) {
                span.markFailed("tool_error", "");
            }
            return;
        }
        Slice code = response.errorCode();
        String text = code == null || code.length() > 12 ? "_OTHER" : code.utf8();
        span.setAttribute("rpc.response.status_code", text);
        // the server's message is left out, because it may quote the request
        span.markFailed(text, "");
    }

    /** Returns the revision in a response to {@code initialize}; null if there is none. */
    static @Nullable String agreedRevision(Message response) {
        return ObjectEdit.textIn(response.result(), "protocolVersion", 64);
    }
}
