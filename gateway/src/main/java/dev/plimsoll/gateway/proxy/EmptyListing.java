package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/** Lists of resources of a server that has none: we offer to read them only because of our own links. */
final class EmptyListing implements Endpoint {

    private final String member;

    EmptyListing(String member) {
        this.member = member;
    }

    @Override
    public Route route(Message request, Conversation conversation) {
        if (conversation.serverOffers("resources")) {
            return Route.THROUGH;
        }
        boolean modern = conversation.client(request).anyStructured();
        return new Route.Here(() -> empty(modern));
    }

    private Slice empty(boolean modern) {
        ByteSink out = new ByteSink(128).ascii("{").string(member).ascii(":[]");
        out.ascii(modern ? ",\"resultType\":\"complete\",\"ttlMs\":3600000,\"cacheScope\":\"private\"" : "");
        return out.ascii("}").slice();
    }
}
