package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.rpc.TraceContext;

/**
 * Writes the trace context of the HTTP headers into the requests. A request with its own trace context is not changed.
 */
final class HeaderTrace {

    private HeaderTrace() {}

    static PostedBody addTo(PostedBody postedBody, HttpCall call) {
        TraceContext context = call.header(TraceContext.PARENT) == null ? null : TraceContext.of(call::header);
        if (context == null || !postedBody.hasRequests()) {
            return postedBody;
        }
        return postedBody.map(message -> {
            boolean isUnchanged = !message.isRequest() || TraceContext.of(message) != null;
            return isUnchanged ? message : context.applyTo(message);
        });
    }
}
