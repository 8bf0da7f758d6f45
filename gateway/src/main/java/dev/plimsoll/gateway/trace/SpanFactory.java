package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.rpc.TraceContext;
import org.jspecify.annotations.Nullable;

/** Where spans go. Safe for use by many threads. */
public interface SpanFactory extends AutoCloseable {

    /** Which side of a request a span shows. */
    enum Side {
        /** That of who answers. */
        SERVER,
        /** That of who asks. */
        CLIENT
    }

    /**
     * Begins a span.
     *
     * @param parent what it is a part of; null: it begins a trace
     * @return null as long as none can be had
     */
    @Nullable Span begin(Side side, String name, @Nullable TraceContext parent);

    /** Sends what is not yet sent, but does not wait long. */
    @Override
    void close();
}
