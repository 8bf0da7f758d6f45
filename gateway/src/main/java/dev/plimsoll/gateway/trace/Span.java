package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.rpc.TraceContext;

/** Part of a trace: one request, from its beginning to its end. Not thread-safe. */
public interface Span {

    /** Returns the context for child spans. */
    TraceContext context();

    Span setAttribute(String name, String value);

    Span setAttribute(String name, long value);

    /**
     * Marks the span as failed.
     *
     * @param type a short name or number for the kind of failure
     * @param message a description; may be empty
     */
    void markFailed(String type, String message);

    void end();
}
