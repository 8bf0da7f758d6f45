package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;

/** A client's way to one server, maybe one of several that the client sees as one. */
public interface ServerLine extends EndpointSession {

    /** What its client calls the tools, where that is not what the server calls them; told before anything is heard. */
    void naming(ToolNames names);

    /**
     * Answers a call of a tool by saying why it is not made, as the tool's policy and the records have it.
     *
     * @param server whose tool it is, or {@link Endpoint#ALL} where nobody knows
     */
    void refuse(String server, Message call, RefusedException why, Peer reply);

    /** Whether the server has ended: nothing can be asked of it over this line any more. */
    boolean isOver();

    /** Whether the server has listed a tool that reads on: it is another of our kind. */
    boolean hasReader();
}
