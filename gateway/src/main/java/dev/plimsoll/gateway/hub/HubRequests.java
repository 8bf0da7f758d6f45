package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.json.Slice;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The pending requests of one client. */
final class HubRequests {

    static final int MAX_PENDING = 10_000;

    private final Map<String, HubRequest> byId = new ConcurrentHashMap<>();
    private final boolean isModern;

    HubRequests(boolean isModern) {
        this.isModern = isModern;
    }

    /** Registers a request; null if too many are pending, or if one with this id is pending. */
    @Nullable HubRequest register(Message request, Peer reply) {
        // copied, so that the request, which may be large, can be freed
        Slice id = Slice.of(Objects.requireNonNull(request.id()).toByteArray());
        String key = RequestId.key(id);
        HubRequest hubRequest =
                new HubRequest(id, String.valueOf(request.method()), isModern, reply, () -> byId.remove(key));
        return byId.size() < MAX_PENDING && byId.putIfAbsent(key, hubRequest) == null ? hubRequest : null;
    }

    /** Cancels the request that this notification names. */
    void cancel(Message notification) {
        Slice id = notification.cancelledId();
        HubRequest hubRequest = id == null ? null : byId.get(RequestId.key(id));
        if (hubRequest == null) {
            return;
        }
        OpenLink currentLink = hubRequest.currentLink();
        if (currentLink != null) {
            currentLink.send(notification);
        }
        hubRequest.onCancelled();
    }

    void cancelAll() {
        List.copyOf(byId.values()).forEach(HubRequest::onCancelled);
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }
}
