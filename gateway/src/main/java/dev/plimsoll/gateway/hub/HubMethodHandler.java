package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import java.io.IOException;

/** How requests of one method are answered; in a thread of its own, so it may wait. */
@FunctionalInterface
interface HubMethodHandler {

    /**
     * Sees to it that the flight gets its answer, now or later.
     *
     * @throws IOException when the client is gone
     */
    void answer(Message request, HubRequest hubRequest, HubSession hubSession) throws HubErrorException, IOException;
}
