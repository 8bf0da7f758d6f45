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
        String traceParent = "00-" + context.getTraceId() + '-' + context.getSpanId() + '-'
                + context.getTraceFlags().asHex();
        String traceState = TraceStateCodec.encode(context.getTraceState());
        return new TraceContext(traceParent, traceState.isEmpty() ? null : traceState, baggage);
    }

    @Override
    public Span setAttribute(String name, String value) {
        span.setAttribute(name, value);
        return this;
    }

    @Override
    public Span setAttribute(String name, long value) {
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
