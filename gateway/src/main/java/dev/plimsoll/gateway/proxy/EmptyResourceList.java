package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;

/**
 * Answers resource listings for a server without resources. For these servers, Plimsoll declares the capability only
 * for its own links.
 */
final class EmptyResourceList implements MethodHandler {

    private final String member;

    EmptyResourceList(String member) {
        this.member = member;
    }

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        if (relaySession.hasServerCapability("resources")) {
            return RequestAction.PASS;
        }
        boolean modern = relaySession.clientFeatures(request).anyStructured();
        return new RequestAction.Answer(() -> LocalResult.of(emptyResult(modern)));
    }

    private Slice emptyResult(boolean isModern) {
        ByteSink out = new ByteSink(128).ascii("{").string(member).ascii(":[]");
        out.ascii(isModern ? ",\"resultType\":\"complete\",\"ttlMs\":3600000,\"cacheScope\":\"private\"" : "");
        return out.ascii("}").slice();
    }
}
