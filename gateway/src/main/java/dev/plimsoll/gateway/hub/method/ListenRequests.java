package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.HubSubscription;
import dev.plimsoll.gateway.hub.session.ParallelTasks;
import dev.plimsoll.gateway.hub.session.ServerSubscription;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import java.util.Objects;

/** Handles {@code subscriptions/listen}: subscribes to changes of every server. */
final class ListenRequests implements HubMethodHandler {

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession) {
        HubSubscription hubSubscription = new HubSubscription(
                // copied, because the subscription outlives the buffer
                Message.request(
                        hubRequest.id(),
                        hubRequest.method(),
                        Slice.of(Objects.requireNonNullElse(request.params(), Slice.of("{}"))
                                .toByteArray())),
                hubRequest,
                hubSession);
        hubSession.setHubSubscription(hubSubscription);
        hubSession.serverLinks().forEach(hubSubscription::addServer);
        ParallelTasks.map(
                hubSession.serverLinks(),
                serverLink -> ServerSubscription.start(serverLink, request, hubRequest, hubSubscription));
        hubSubscription.startTimeout();
    }
}
