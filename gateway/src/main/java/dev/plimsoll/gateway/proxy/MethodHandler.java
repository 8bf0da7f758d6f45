package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;

/** How requests of one method are handled. To add one: write its class, name it in {@link MethodHandlers}. */
interface MethodHandler {

    RequestAction route(Message request, RelaySession relaySession);
}
