package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;

/** A client's way to what stands behind an address. May be used by many threads. */
public interface EndpointSession extends AutoCloseable {

    /** A message of the client, or a batch. Never throws: the answer, or that there is none, comes by {@code reply}. */
    void hear(Slice body, Peer reply);

    /** Whether nobody waits for an answer. */
    boolean isIdle();

    /** Gives up what was waited for too long; to be called now and then. */
    void expire();

    /** The client wants no more answers: the server is told. */
    void cancel();

    /** Ends it, and a server that was started for it alone, and waits until that has ended. */
    @Override
    void close();
}
