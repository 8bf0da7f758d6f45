package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.rpc.TraceContext;
import org.jspecify.annotations.Nullable;

/** Creates spans and sends them. Thread-safe. */
public interface SpanFactory extends AutoCloseable {

    /** Side of a request on which a span is recorded. */
    enum Side {
        /** The receiver of the request. */
        SERVER,
        /** The sender of the request. */
        CLIENT
    }

    /**
     * Begins a span.
     *
     * @param parent the context of the parent span; null to begin a new trace
     * @return the span; null while spans are not available
     */
    @Nullable Span begin(Side side, String name, @Nullable TraceContext parent);

    /** Sends the remaining spans, with a short timeout. */
    @Override
    void close();
}
