package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.endpoint.CursorArgument;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.paging.CollectArgument;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handles follow-up reads. They use the snapshots of the cursor's server, even if that server is unavailable. */
final class ReadHandler {

    private static final String URI_PREFIX = "plimsoll://";

    private ReadHandler() {}

    /** Handles a call of the read tool. */
    static void handle(Message request, HubRequest hubRequest, HubSession hubSession) {
        Slice params = request.params();
        Slice arguments = params == null ? null : ObjectEdit.objectIn(params, "arguments");
        String cursor = CursorArgument.find(arguments);
        ServerLink owner = cursor == null ? null : findOwner(cursor, hubSession);
        if (owner != null && CollectArgument.parsePages(arguments) > 0) {
            // further pages need the server itself
            CallHandler.forward(owner, request, hubRequest, false);
            return;
        }
        if (owner != null || cursor == null) {
            // for a read without a cursor, every server sends the same error
            readSnapshot(owner == null ? hubSession.serverLink(0) : owner, request, hubRequest);
            return;
        }
        List<ServerLink> serversWithReadTool = findServersWithReadTool(hubSession);
        if (serversWithReadTool.isEmpty() && hasServerWithUnknownTools(hubSession)) {
            ListingLoader.load(hubSession.serverLinks(), ListKind.TOOLS, ListingLoader.paramsWithMeta(request));
            serversWithReadTool = findServersWithReadTool(hubSession);
        }
        if (serversWithReadTool.size() == 1) {
            // the server may itself be behind Plimsoll, and may have issued the cursor
            CallHandler.forward(serversWithReadTool.get(0), request, hubRequest, false);
        } else if (serversWithReadTool.isEmpty()) {
            readSnapshot(hubSession.serverLink(0), request, hubRequest);
        } else {
            hubSession
                    .serverLink(0)
                    .sendRefusalForUnknownServer(request, ambiguousCursorRefusal(serversWithReadTool), hubRequest);
        }
    }

    private static RefusedException ambiguousCursorRefusal(List<ServerLink> serversWithReadTool) {
        List<String> names = serversWithReadTool.stream()
                .map(serverLink -> serverLink.name() + "__" + ClientFeatures.READ_TOOL)
                .toList();
        return new RefusedException(
                ErrorCode.CURSOR_INVALID,
                "invalid cursor format or not a cursor of yours: it must be copied exactly",
                "copy nextCursor from the last answer; if that came from a server that pages by itself, call "
                        + String.join(" or ", names));
    }

    /** Returns whether this URI identifies a result that Plimsoll stores, not a resource of a server. */
    static boolean isSnapshotUri(String uri) {
        return uri.startsWith(URI_PREFIX);
    }

    static void readResource(String uri, Message request, HubRequest hubRequest, HubSession hubSession) {
        ServerLink owner = findOwner(uri, hubSession);
        readSnapshot(owner == null ? hubSession.serverLink(0) : owner, request, hubRequest);
    }

    private static void readSnapshot(ServerLink serverLink, Message request, HubRequest hubRequest) {
        serverLink.getOrOpenSnapshotLink().sendRequest(request, hubRequest);
    }

    /**
     * Finds the server of the cursor's result by name, or by identity if the server was renamed; null if there is
     * none. A server that was stopped or removed still has its stored results.
     *
     * @param cursor a cursor or a {@code plimsoll://} URI
     */
    private static @Nullable ServerLink findOwner(String cursor, HubSession hubSession) {
        ServerLink linkOfRenamedServer = null;
        for (ServerLink serverLink : hubSession.allServerLinks()) {
            String server = serverLink.findOriginalServer(cursor);
            if (serverLink.name().equals(server)) {
                return serverLink;
            }
            linkOfRenamedServer = linkOfRenamedServer == null && server != null ? serverLink : linkOfRenamedServer;
        }
        return linkOfRenamedServer;
    }

    /** Returns the servers that list their own read tool. */
    static List<ServerLink> findServersWithReadTool(HubSession hubSession) {
        List<ServerLink> serversWithReadTool = new ArrayList<>();
        for (ServerLink serverLink : hubSession.serverLinks()) {
            if (Boolean.TRUE.equals(hubSession.serverGroup().hasReadTool(serverLink.index()))) {
                serversWithReadTool.add(serverLink);
            }
        }
        return serversWithReadTool;
    }

    private static boolean hasServerWithUnknownTools(HubSession hubSession) {
        return hubSession.serverLinks().stream()
                .anyMatch(link -> hubSession.serverGroup().hasReadTool(link.index()) == null);
    }
}
