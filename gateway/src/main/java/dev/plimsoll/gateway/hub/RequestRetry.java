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
    private static final long PATIENCE = TimeUnit.HOURS.toNanos(24);

    private final Message request;
    private final HubRequest hubRequest;
    private @Nullable ServerLink named;
    private @Nullable Message forNamed;

    RequestRetry(Message request, HubRequest hubRequest) {
        this.request = request;
        this.hubRequest = hubRequest;
    }

    /** Sets the server that is tried first, with its own form of the request. */
    RequestRetry first(ServerLink serverLink, Message ownRequest) {
        named = serverLink;
        forNamed = ownRequest;
        return this;
    }

    private record Attempt(ServerLink spoke, Message request) {}

    /**
     * Tries the servers in order and sends the first result. Returns the server that gave it; null if all refused,
     * after the refusal was sent to the client.
     */
    @Nullable ServerLink inOrder(List<? extends ServerLink> order) throws IOException {
        Message refusal = null;
        RefusedException missing = null;
        List<Attempt> attempts = new ArrayList<>();
        if (named != null && forNamed != null) {
            attempts.add(new Attempt(named, forNamed));
        }
        order.forEach(spoke -> attempts.add(new Attempt(spoke, request)));
        for (Attempt attempt : attempts) {
            if (hubRequest.isOver()) {
                return null;
            }
            try {
                Message answer = answer(attempt.spoke.ready(), attempt.request);
                if (answer != null && answer.result() != null) {
                    hubRequest.send(AppResourceResponse.shown(new AppAddresses(attempt.spoke.name()), answer));
                    return attempt.spoke;
                }
                refusal = refusal == null ? answer : refusal;
            } catch (RefusedException e) {
                missing = missing == null ? e : missing;
            }
        }
        refuse(refusal, missing);
        return null;
    }

    private void refuse(@Nullable Message refusal, @Nullable RefusedException missing) throws IOException {
        if (refusal != null) {
            hubRequest.send(refusal.bytes());
        } else if (missing != null) {
            hubRequest.fault(ErrorObject.of(missing));
        } else {
            hubRequest.onCancelled();
        }
    }

    private @Nullable Message answer(OpenLink openLink, Message attempted) {
        UpstreamResponse upstreamResponse = new UpstreamResponse();
        hubRequest.goes(openLink);
        openLink.hear(attempted.bytes(), upstreamResponse);
        Message answer = upstreamResponse.until(System.nanoTime() + PATIENCE);
        Slice id = answer == null ? null : answer.id();
        return id == null ? null : answer;
    }
}
