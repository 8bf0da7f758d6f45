package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;

/** A client's connection to one server, possibly one of several that the client sees as one. */
public interface ServerLine extends EndpointSession {

    /**
     * Sets the names under which the client sees the tools, if they differ from the server's. Must be called before the
     * first message.
     */
    void naming(ToolNames names);

    /**
     * Answers a tool call with the reason why it is not made, by the tool's policy, and records it.
     *
     * @param server the server of the tool, or {@link Endpoint#ALL} if unknown
     */
    void refuse(String server, Message call, RefusedException why, Peer reply);

    /** Returns whether the server has ended. It takes no more requests then. */
    boolean isOver();

    /** Returns whether the server has listed a tool for follow-up reads: it is a Plimsoll itself. */
    boolean hasReader();
}
