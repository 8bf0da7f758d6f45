package dev.plimsoll.gateway.proxy.request;

import dev.plimsoll.gateway.rpc.Message;

/** Handles the requests of one method. To add a method, write a class and register it in {@code MethodHandlers}. */
public interface MethodHandler {

    /** Returns the action for a request of a client. */
    RequestAction decide(Message request, RelaySession relaySession);
}
