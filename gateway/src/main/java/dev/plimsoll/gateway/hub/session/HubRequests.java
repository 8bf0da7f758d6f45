package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.json.Slice;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The pending requests of one client. */
public final class HubRequests {

    private final PendingRequests<HubRequest> pendingRequests = new PendingRequests<>();
    private final boolean isModern;

    HubRequests(boolean isModern) {
        this.isModern = isModern;
    }

    /** Registers a request; null if too many are pending, or if one with this id is pending. */
    public @Nullable HubRequest register(Message request, Peer requester) {
        // copied, so that the request, which may be large, can be freed
        Slice id = Slice.of(Objects.requireNonNull(request.id()).toByteArray());
        HubRequest hubRequest =
                new HubRequest(id, String.valueOf(request.method()), isModern, requester, this::removeDone);
        return pendingRequests.add(request, hubRequest) ? hubRequest : null;
    }

    private void removeDone(HubRequest hubRequest) {
        var _ = pendingRequests.remove(hubRequest.id(), hubRequest);
    }

    /** Cancels the request that this notification names. */
    public void cancel(Message notification) {
        Slice id = notification.cancelledId();
        HubRequest hubRequest = id == null ? null : pendingRequests.cancel(id);
        if (hubRequest == null) {
            return;
        }
        OpenLink currentLink = hubRequest.currentLink();
        if (currentLink != null) {
            currentLink.send(notification);
        }
        hubRequest.onCancelled();
    }

    public void cancelAll() {
        pendingRequests.removeAll().forEach(HubRequest::onCancelled);
    }

    public boolean isEmpty() {
        return pendingRequests.isEmpty();
    }
}
