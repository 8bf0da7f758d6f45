package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.TraceContext;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/** The trace that a request belongs to, as its headers say it. A message that says so itself is not changed. */
final class AskedTrace {

    private AskedTrace() {}

    static Said of(Said said, HttpCall call) throws Refusal {
        TraceContext context = call.header(TraceContext.PARENT) == null ? null : TraceContext.of(call::header);
        if (context == null || !said.hasRequests()) {
            return said;
        }
        ByteSink out = new ByteSink(said.body().length() + 128).ascii(said.batch() ? "[" : "");
        int empty = out.size();
        for (Message message : said.messages()) {
            out.ascii(out.size() == empty ? "" : ",");
            boolean says = !message.isRequest() || TraceContext.of(message) != null;
            for (Slice piece : says ? new Slice[] {message.bytes()} : context.carriedBy(message)) {
                out.raw(piece);
            }
        }
        return Said.of(out.ascii(said.batch() ? "]" : "").slice());
    }
}
