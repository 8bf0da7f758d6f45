package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.rpc.Message;
import java.io.IOException;

/** Handler for the requests of one method. Runs in its own thread, so it may block. */
@FunctionalInterface
public interface HubMethodHandler {

    /**
     * Answers the request now, or arranges that it is answered later.
     *
     * @throws IOException if the client has disconnected
     */
    void handle(Message request, HubRequest hubRequest, HubSession hubSession) throws HubErrorException, IOException;
}
