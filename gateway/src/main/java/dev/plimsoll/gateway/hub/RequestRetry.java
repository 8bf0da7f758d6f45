package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.apps.AppAddresses;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tries a request on one server after another until one accepts it. */
final class RequestRetry {

    /** Practically unlimited, because the connections have their own limits. */
    private static final long MAX_WAIT_NANOS = TimeUnit.HOURS.toNanos(24);

    private final Message request;
    private final HubRequest hubRequest;
    private @Nullable ServerLink firstServer;
    private @Nullable Message firstRequest;

    RequestRetry(Message request, HubRequest hubRequest) {
        this.request = request;
        this.hubRequest = hubRequest;
    }

    /** Sets the server that is tried first, with its own form of the request. */
    RequestRetry withFirst(ServerLink serverLink, Message ownRequest) {
        firstServer = serverLink;
        firstRequest = ownRequest;
        return this;
    }

    private record Attempt(ServerLink serverLink, Message request) {}

    /**
     * Tries the servers in order and sends the first result. Returns the server that gave it; null if all refused,
     * after the refusal was sent to the client.
     */
    @Nullable ServerLink tryAll(List<? extends ServerLink> order) throws IOException {
        Message refusal = null;
        RefusedException missing = null;
        List<Attempt> attempts = new ArrayList<>();
        if (firstServer != null && firstRequest != null) {
            attempts.add(new Attempt(firstServer, firstRequest));
        }
        order.forEach(spoke -> attempts.add(new Attempt(spoke, request)));
        for (Attempt attempt : attempts) {
            if (hubRequest.isDone()) {
                return null;
            }
            try {
                Message answer = sendAndWait(attempt.serverLink.awaitOpen(), attempt.request);
                if (answer != null && answer.result() != null) {
                    hubRequest.send(AppResourceResponse.withClientAddresses(
                            new AppAddresses(attempt.serverLink.name()), answer));
                    return attempt.serverLink;
                }
                refusal = refusal == null ? answer : refusal;
            } catch (RefusedException e) {
                missing = missing == null ? e : missing;
            }
        }
        sendRefusal(refusal, missing);
        return null;
    }

    private void sendRefusal(@Nullable Message refusal, @Nullable RefusedException missing) throws IOException {
        if (refusal != null) {
            hubRequest.send(refusal.bytes());
        } else if (missing != null) {
            hubRequest.sendError(ErrorObject.of(missing));
        } else {
            hubRequest.onCancelled();
        }
    }

    private @Nullable Message sendAndWait(OpenLink openLink, Message attempted) {
        UpstreamResponse upstreamResponse = new UpstreamResponse();
        hubRequest.setCurrentLink(openLink);
        openLink.sendRequest(attempted.bytes(), upstreamResponse);
        Message answer = upstreamResponse.await(System.nanoTime() + MAX_WAIT_NANOS);
        Slice id = answer == null ? null : answer.id();
        return id == null ? null : answer;
    }
}
