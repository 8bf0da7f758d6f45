package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest.Header;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates HTTP headers with the trace context of a request, for proxies that do not read bodies. */
final class TraceHeaders {

    private TraceHeaders() {}

    static List<Header> of(Message request) {
        TraceContext context = TraceContext.of(request);
        if (context == null) {
            return List.of();
        }
        List<Header> headers = new ArrayList<>(List.of(new Header(TraceContext.PARENT, context.parent())));
        add(TraceContext.STATE, context.state(), headers);
        add(TraceContext.BAGGAGE, context.baggage(), headers);
        return headers;
    }

    private static void add(String name, @Nullable String value, List<Header> headers) {
        if (value != null) {
            headers.add(new Header(name, value));
        }
    }
}
