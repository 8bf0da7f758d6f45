package dev.plimsoll.gateway.endpoint;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import org.jspecify.annotations.Nullable;

/** A client's session with one server, which may be one of several behind the hub. */
public interface ServerSession extends EndpointSession {

    /**
     * Sets the names under which the client sees the tools, if they differ from the server's. Must be called before the
     * first message.
     */
    void setToolNames(ToolNames names);

    /**
     * Refuses a tool call: sends the reason to the client, in the form that the tool's policy sets, and records the
     * call.
     *
     * @param server the server of the tool, or {@link Endpoint#ALL} if unknown
     */
    void sendRefusal(String server, Message call, RefusedException why, Peer requester);

    /** Returns whether the server has closed and accepts no more requests. */
    boolean isClosed();

    /**
     * Returns why the server has closed, or why its last failed request could not be answered; null if neither is so.
     * It is an error of the gateway, not an error response of the server.
     */
    @Nullable RefusedException findFailure();

    /** Returns whether the server lists a tool for follow-up reads, which means that it is behind another Plimsoll. */
    boolean hasReadTool();
}
