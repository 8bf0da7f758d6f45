package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.rpc.TraceContext;

/** Something that takes time and belongs to a trace. Used by one thread after the other. */
public interface Span {

    /** What belongs to it is a part of this. */
    TraceContext context();

    Span with(String name, String value);

    Span with(String name, long value);

    /**
     * It has failed.
     *
     * @param type a word or number that tells kinds of failures apart
     */
    void failed(String type, String message);

    void end();
}
