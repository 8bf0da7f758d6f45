package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.server.AppAddresses;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.ServerLink;
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
        String uri = ObjectEdit.shortText(request.param("uri"), MAX_URI_LENGTH);
        if (uri == null) {
            throw new HubErrorException(ErrorObject.of(new RefusedException(
                            ErrorCode.INVALID_REQUEST, "uri is missing or not a string", "the uri of a resource")
                    .detail("argument", "uri")));
        }
        boolean isRead = hubRequest.method().equals("resources/read");
        if (isRead && ReadHandler.isSnapshotUri(uri)) {
            ReadHandler.readResource(uri, request, hubRequest, hubSession);
            return;
        }
        ServerLink acceptingServer = forward(uri, request, hubRequest, hubSession);
        if (acceptingServer != null && hubRequest.method().equals("resources/subscribe")) {
            hubSession.addSubscription(uri, acceptingServer);
        } else if (hubRequest.method().equals("resources/unsubscribe")) {
            hubSession.removeSubscription(uri);
        }
    }

    /**
     * Forwards the request. If the URI is a client's address of an app page, the URI contains the server's name.
     * Then that server is tried first, with its own URI of the page. After that, the unchanged URI is tried,
     * because a server may itself use that URI.
     */
    private static @Nullable ServerLink forward(
            String uri, Message request, HubRequest hubRequest, HubSession hubSession) throws IOException {
        RequestFailover requestFailover = new RequestFailover(request, hubRequest);
        Slice params = request.params();
        for (ServerLink serverLink : hubSession.serverLinks()) {
            String serverUri = new AppAddresses(serverLink.name()).toServerUri(uri);
            if (serverUri != null && params != null) {
                Slice serverParams = ObjectEdit.with(
                        params, "uri", new ByteSink().string(serverUri).slice());
                List<? extends ServerLink> serversForUnchangedUri = isListed(uri, hubSession)
                        ? findServersToTry(uri, request, hubRequest, hubSession)
                        : List.of(serverLink);
                return requestFailover
                        .withFirst(serverLink, request.withParams(serverParams))
                        .tryInOrder(serversForUnchangedUri);
            }
        }
        return requestFailover.tryInOrder(findServersToTry(uri, request, hubRequest, hubSession));
    }

    private static boolean isListed(String uri, HubSession hubSession) {
        return hubSession.serverGroup().resources().findOwner(uri) != null;
    }

    private static List<ServerLink> findServersToTry(
            String uri, Message request, HubRequest hubRequest, HubSession hubSession) {
        ServerLink subscribedServer =
                hubRequest.method().equals("resources/unsubscribe") ? hubSession.findSubscribedServer(uri) : null;
        return subscribedServer == null ? findServersToTry(uri, request, hubSession) : List.of(subscribedServer);
    }

    /**
     * Returns the servers to try: only the server that lists the URI; if none lists it, all servers, those with a
     * matching template first.
     */
    static List<ServerLink> findServersToTry(@Nullable String uri, Message request, HubSession hubSession) {
        Integer owner =
                uri == null ? null : hubSession.serverGroup().resources().findOwner(uri);
        if (owner != null) {
            return List.of(hubSession.serverLink(owner));
        }
        boolean hasLoadedResources = uri != null && loadMissing(ListKind.RESOURCES, request, hubSession);
        boolean hasLoadedTemplates = uri != null && loadMissing(ListKind.TEMPLATES, request, hubSession);
        if (hasLoadedResources || hasLoadedTemplates) {
            return findServersToTry(uri, request, hubSession);
        }
        Set<ServerLink> serverLinks = new LinkedHashSet<>();
        if (uri != null) {
            hubSession
                    .serverGroup()
                    .resources()
                    .findServersWithTemplate(uri)
                    .forEach(server -> serverLinks.add(hubSession.serverLink(server)));
        }
        serverLinks.addAll(hubSession.serverLinks());
        return new ArrayList<>(serverLinks);
    }

    /** Loads listings that were not loaded yet; returns whether there were any. */
    private static boolean loadMissing(ListKind listKind, Message request, HubSession hubSession) {
        List<? extends ServerLink> unloadedLinks = hubSession.serverLinks().stream()
                .filter(link -> hubSession.serverGroup().claimListing(link.index(), listKind))
                .toList();
        if (!unloadedLinks.isEmpty()) {
            var _ = ListingLoader.load(unloadedLinks, listKind, ListingLoader.paramsWithMeta(request));
        }
        return !unloadedLinks.isEmpty();
    }
}
