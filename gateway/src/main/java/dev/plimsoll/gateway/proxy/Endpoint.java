package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.wire.Message;

/** How requests of one method are handled. To add one: write its class, name it in {@link Endpoints}. */
interface Endpoint {

    Route route(Message request, Conversation conversation);
}
