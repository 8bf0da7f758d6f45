package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.AppAddresses;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.OpenLink;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.OwnRequests.OwnRequest;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tries a request on one server after another until one accepts it. */
final class RequestFailover {

    /** Practically unlimited, because the connections have their own limits. */
    private static final long MAX_WAIT_NANOS = TimeUnit.HOURS.toNanos(24);

    private final Message request;
    private final HubRequest hubRequest;
    private @Nullable ServerLink firstServer;
    private @Nullable Message firstRequest;

    RequestFailover(Message request, HubRequest hubRequest) {
        this.request = request;
        this.hubRequest = hubRequest;
    }

    /** Sets the server that is tried first, and the request for it. */
    RequestFailover withFirst(ServerLink serverLink, Message requestForServer) {
        firstServer = serverLink;
        firstRequest = requestForServer;
        return this;
    }

    private record Attempt(ServerLink serverLink, Message request) {}

    /**
     * Tries the servers in order and sends the first result to the client. Returns the server of this result. If all
     * servers refuse, sends the first refusal to the client and returns null. Also returns null if the request was
     * cancelled.
     */
    @Nullable ServerLink tryInOrder(List<? extends ServerLink> serverLinks) throws IOException {
        Message refusal = null;
        RefusedException unavailableReason = null;
        List<Attempt> attempts = new ArrayList<>();
        if (firstServer != null && firstRequest != null) {
            attempts.add(new Attempt(firstServer, firstRequest));
        }
        serverLinks.forEach(serverLink -> attempts.add(new Attempt(serverLink, request)));
        for (Attempt attempt : attempts) {
            if (hubRequest.isDone()) {
                return null;
            }
            try {
                Message response = sendAndWait(attempt.serverLink.awaitOpen(), attempt.request);
                if (response != null && response.result() != null) {
                    hubRequest.send(AppAddressListener.withClientAddresses(
                            new AppAddresses(attempt.serverLink.name()), response));
                    return attempt.serverLink;
                }
                refusal = refusal == null ? response : refusal;
            } catch (RefusedException e) {
                unavailableReason = unavailableReason == null ? e : unavailableReason;
            }
        }
        sendRefusal(refusal, unavailableReason);
        return null;
    }

    private void sendRefusal(@Nullable Message refusal, @Nullable RefusedException unavailableReason)
            throws IOException {
        if (refusal != null) {
            hubRequest.send(refusal);
        } else if (unavailableReason != null) {
            hubRequest.sendError(ErrorObject.of(unavailableReason));
        } else {
            hubRequest.onConnectionLost();
        }
    }

    private @Nullable Message sendAndWait(OpenLink openLink, Message attemptRequest) {
        hubRequest.setCurrentLink(openLink);
        try {
            OwnRequest ownRequest = openLink.ownRequests().send(attemptRequest);
            Message response = ownRequest.await(System.nanoTime() + MAX_WAIT_NANOS);
            if (ownRequest.response().isCancelled()) {
                hubRequest.onCancelled();
            }
            ownRequest.response().cancel(false);
            return response;
        } catch (IOException e) {
            return null;
        }
    }
}
