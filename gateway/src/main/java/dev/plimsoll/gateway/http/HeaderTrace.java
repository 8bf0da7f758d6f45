package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/**
 * Writes the trace context of the HTTP headers into the requests. A request with its own trace context is not changed.
 */
final class HeaderTrace {

    private HeaderTrace() {}

    static PostedBody of(PostedBody postedBody, HttpCall call) throws HttpErrorException {
        TraceContext context = call.header(TraceContext.PARENT) == null ? null : TraceContext.of(call::header);
        if (context == null || !postedBody.hasRequests()) {
            return postedBody;
        }
        ByteSink out = new ByteSink(postedBody.body().length() + 128).ascii(postedBody.isBatch() ? "[" : "");
        int sizeAtStart = out.size();
        for (Message message : postedBody.messages()) {
            out.ascii(out.size() == sizeAtStart ? "" : ",");
            boolean isUnchanged = !message.isRequest() || TraceContext.of(message) != null;
            for (Slice piece : isUnchanged ? new Slice[] {message.bytes()} : context.applyTo(message)) {
                out.raw(piece);
            }
        }
        return PostedBody.of(out.ascii(postedBody.isBatch() ? "]" : "").slice());
    }
}
