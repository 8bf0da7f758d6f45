package dev.plimsoll.gateway.backend;

import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import dev.plimsoll.gateway.wire.Message;

/** A client's way to what stands behind an address. May be used by many threads. */
public interface Line extends AutoCloseable {

    /** What its client calls the tools, where that is not what the server calls them; told before anything is heard. */
    void naming(ToolNames names);

    /** A message of the client, or a batch. Never throws: the answer, or that there is none, comes by {@code reply}. */
    void hear(Slice body, Peer reply);

    /** Answers a call of a tool by saying why it is not made, as the tool's policy and the records have it. */
    void refuse(Message call, RefusedException why, Peer reply);

    /** Whether the server has listed a tool that reads on: it is another of our kind. */
    boolean hasReader();

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
