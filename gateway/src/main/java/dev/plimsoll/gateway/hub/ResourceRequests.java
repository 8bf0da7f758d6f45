package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.apps.AppAddresses;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Forwards resource requests to the server that lists the resource, or tries all servers if none lists it. */
final class ResourceRequests implements HubMethodHandler {

    private static final int MAX_URI_LENGTH = 65_536;

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession)
            throws HubErrorException, IOException {
        String uri = ObjectEdit.textIn(request.params(), "uri", MAX_URI_LENGTH);
        if (uri == null) {
            throw new HubErrorException(ErrorObject.of(new RefusedException(
                            ErrorCode.INVALID_REQUEST, "uri is missing or not a string", "the uri of a resource")
                    .detail("argument", "uri")));
        }
        boolean reads = hubRequest.method().equals("resources/read");
        if (reads && ReadHandler.isSnapshotUri(uri)) {
            ReadHandler.readResource(uri, request, hubRequest, hubSession);
            return;
        }
        ServerLink accepting = forward(uri, request, hubRequest, hubSession);
        if (accepting != null && hubRequest.method().equals("resources/subscribe")) {
            hubSession.addSubscription(uri, accepting);
        } else if (hubRequest.method().equals("resources/unsubscribe")) {
            hubSession.removeSubscription(uri);
        }
    }

    /**
     * Forwards the request. The URI of an app page names its server; an app page itself may use its server's own URIs.
     */
    private static @Nullable ServerLink forward(
            String uri, Message request, HubRequest hubRequest, HubSession hubSession) throws IOException {
        RequestRetry requestRetry = new RequestRetry(request, hubRequest);
        Slice params = request.params();
        for (ServerLink serverLink : hubSession.serverLinks()) {
            String real = new AppAddresses(serverLink.name()).toServerUri(uri);
            if (real != null && params != null) {
                Slice own = ObjectEdit.with(
                        params, "uri", new ByteSink().string(real).slice());
                Message ownRequest = Message.parse(Message.join(request.replace(params, List.of(own))));
                if (ownRequest != null) {
                    List<? extends ServerLink> others = isListed(uri, hubSession)
                            ? serversToTry(uri, request, hubRequest, hubSession)
                            : List.of(serverLink);
                    return requestRetry.withFirst(serverLink, ownRequest).tryAll(others);
                }
            }
        }
        return requestRetry.tryAll(serversToTry(uri, request, hubRequest, hubSession));
    }

    private static boolean isListed(String uri, HubSession hubSession) {
        return hubSession.serverGroup().resources().findOwner(uri) != null;
    }

    private static List<ServerLink> serversToTry(
            String uri, Message request, HubRequest hubRequest, HubSession hubSession) {
        ServerLink subscribed =
                hubRequest.method().equals("resources/unsubscribe") ? hubSession.findSubscription(uri) : null;
        return subscribed == null ? serversToTry(uri, request, hubSession) : List.of(subscribed);
    }

    /**
     * Returns the servers to try: only the one that lists the URI, or else all, those with a matching template first.
     */
    static List<ServerLink> serversToTry(@Nullable String uri, Message request, HubSession hubSession) {
        Integer owner =
                uri == null ? null : hubSession.serverGroup().resources().findOwner(uri);
        if (owner != null) {
            return List.of(hubSession.serverLink(owner));
        }
        boolean listed = uri != null && loadMissing(ListKind.RESOURCES, request, hubSession);
        boolean matching = uri != null && loadMissing(ListKind.TEMPLATES, request, hubSession);
        if (listed || matching) {
            return serversToTry(uri, request, hubSession);
        }
        Set<ServerLink> order = new LinkedHashSet<>();
        if (uri != null) {
            hubSession
                    .serverGroup()
                    .resources()
                    .serversWithTemplate(uri)
                    .forEach(server -> order.add(hubSession.serverLink(server)));
        }
        order.addAll(hubSession.serverLinks());
        return new ArrayList<>(order);
    }

    /** Loads listings that were not loaded yet; returns whether there were any. */
    private static boolean loadMissing(ListKind listKind, Message request, HubSession hubSession) {
        List<? extends ServerLink> unknown = hubSession.serverLinks().stream()
                .filter(link -> hubSession.serverGroup().claimListing(link.index(), listKind))
                .toList();
        if (!unknown.isEmpty()) {
            var _ = ListingLoader.load(unknown, listKind, ListingLoader.metaParams(request));
        }
        return !unknown.isEmpty();
    }
}
