package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.rpc.RequestIds;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pending input requests from servers to the client. The hub replaces their ids, because two servers may use the same
 * id.
 */
public final class ServerRequestTable {

    static final int MAX_PENDING = 1_000;

    private final PendingRequests<PendingRequest> requestByClientId = new PendingRequests<>(MAX_PENDING);
    private final RequestIds clientIds = RequestIds.unique();

    /** @param progressToken for the client's progress notifications; null if the server wants none */
    private record PendingRequest(
            OpenLink link,
            Slice serverId,
            Slice clientId,
            @Nullable Slice progressToken) {}

    /** Registers a request and returns it for the client, with a new id; null if too many are pending. */
    @Nullable Message register(OpenLink openLink, Message request, Slice id) {
        Slice clientId = clientIds.next();
        Slice token = RequestMeta.progressToken(request);
        Slice tokenCopy = token == null || token.length() > 256 ? null : Slice.of(token.toByteArray());
        PendingRequest pendingRequest = new PendingRequest(openLink, Slice.of(id.toByteArray()), clientId, tokenCopy);
        return requestByClientId.add(clientId, pendingRequest) ? request.withId(clientId) : null;
    }

    /** Forwards the client's response to the server that sent the request. */
    public void forwardResponse(Message response, Slice id) {
        PendingRequest pendingRequest = requestByClientId.remove(id);
        if (pendingRequest != null) {
            pendingRequest.link.send(response.withId(pendingRequest.serverId));
        }
    }

    /** Forwards the client's progress notification. */
    public void forwardProgress(Message notification) {
        Slice params = notification.params();
        Slice token = params == null ? null : ObjectEdit.valueIn(params, "progressToken");
        for (PendingRequest pendingRequest : requestByClientId.values()) {
            if (token != null && token.equals(pendingRequest.progressToken)) {
                pendingRequest.link.send(notification);
            }
        }
    }

    /**
     * Removes the request that a server cancels, and returns the cancellation for the client; null if no such request
     * is pending.
     */
    @Nullable Message cancel(OpenLink openLink, Message notification) {
        Slice params = notification.params();
        Slice id = params == null ? null : ObjectEdit.valueIn(params, "requestId");
        for (PendingRequest pendingRequest : requestByClientId.values()) {
            if (params != null
                    && id != null
                    && pendingRequest.link == openLink
                    && RequestId.key(pendingRequest.serverId).equals(RequestId.key(id))) {
                var _ = requestByClientId.remove(pendingRequest.clientId, pendingRequest);
                return notification.withParams(ObjectEdit.with(params, "requestId", pendingRequest.clientId));
            }
        }
        return null;
    }

    /** Removes all requests of a closed link and returns their cancellations for the client. */
    List<Message> cancelAll(OpenLink openLink) {
        List<Message> cancellations = new ArrayList<>();
        for (PendingRequest pendingRequest : requestByClientId.removeIf(request -> request.link == openLink)) {
            cancellations.add(Message.cancellation(pendingRequest.clientId, "the server has stopped"));
        }
        return cancellations;
    }
}
