package dev.plimsoll.gateway.proxy.method;

import dev.plimsoll.gateway.proxy.request.LocalResult;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.time.Duration;

/**
 * Handles the listings of resources and templates: answers with an empty list if the server has no resources.
 * Plimsoll declares the capability {@code resources} for such a server too, so that clients can read Plimsoll's own
 * links.
 */
final class ResourceListHandler implements MethodHandler {

    private static final long TTL_MILLIS = Duration.ofHours(1).toMillis();

    private final String member;
    private final MethodHandler listHandler;

    /**
     * Creates a handler.
     *
     * @param member member of the result that contains the list, such as {@code resources}
     * @param listHandler handles the listings of servers with resources
     */
    ResourceListHandler(String member, MethodHandler listHandler) {
        this.member = member;
        this.listHandler = listHandler;
    }

    @Override
    public RequestAction decide(Message request, RelaySession relaySession) {
        if (relaySession.hasServerCapability("resources")) {
            return listHandler.decide(request, relaySession);
        }
        boolean isModern = relaySession.clientFeatures(request).isModern();
        return new RequestAction.Answer(() -> LocalResult.of(emptyResult(isModern)));
    }

    private Slice emptyResult(boolean isModern) {
        JsonWriter json = new JsonWriter(128).beginObject().beginArray(member).endArray();
        if (isModern) {
            json.string("resultType", "complete").number("ttlMs", TTL_MILLIS).string("cacheScope", "private");
        }
        return json.endObject().slice();
    }
}
