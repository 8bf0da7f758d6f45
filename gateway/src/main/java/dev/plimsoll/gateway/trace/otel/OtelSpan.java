package dev.plimsoll.gateway.trace.otel;

import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.gateway.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * A span of the SDK.
 *
 * @param baggage the baggage of the request, which is passed on; null if it has none
 */
record OtelSpan(
        io.opentelemetry.api.trace.Span span, @Nullable String baggage) implements Span {

    @Override
    public TraceContext context() {
        SpanContext context = span.getSpanContext();
        String parent = "00-" + context.getTraceId() + '-' + context.getSpanId() + '-'
                + context.getTraceFlags().asHex();
        String state = TraceStateCodec.encode(context.getTraceState());
        return new TraceContext(parent, state.isEmpty() ? null : state, baggage);
    }

    @Override
    public Span with(String name, String value) {
        span.setAttribute(name, value);
        return this;
    }

    @Override
    public Span with(String name, long value) {
        span.setAttribute(name, value);
        return this;
    }

    @Override
    public void markFailed(String type, String message) {
        span.setAttribute("error.type", type);
        span.setStatus(StatusCode.ERROR, message);
    }

    @Override
    public void end() {
        span.end();
    }
}
