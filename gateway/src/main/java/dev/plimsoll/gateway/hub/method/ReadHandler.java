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
            readSnapshot(owner == null ? hubSession.serverLink(0) : owner, request, hubRequest);
            return;
        }
        List<ServerLink> readers = findServersWithReadTool(hubSession);
        if (readers.isEmpty() && hasUnlistedServer(hubSession)) {
            ListingLoader.load(hubSession.serverLinks(), ListKind.TOOLS, ListingLoader.paramsWithMeta(request));
            readers = findServersWithReadTool(hubSession);
        }
        if (readers.size() == 1) {
            // the server may itself be a Plimsoll, and the cursor may be its own
            CallHandler.forward(readers.get(0), request, hubRequest, false);
        } else if (readers.isEmpty()) {
            readSnapshot(hubSession.serverLink(0), request, hubRequest);
        } else {
            hubSession.serverLink(0).sendRefusalForUnknownServer(request, ambiguousCursorRefusal(readers), hubRequest);
        }
    }

    private static RefusedException ambiguousCursorRefusal(List<ServerLink> readers) {
        List<String> names = readers.stream()
                .map(serverLink -> serverLink.name() + "__" + ClientFeatures.READ_TOOL)
                .toList();
        return new RefusedException(
                ErrorCode.CURSOR_INVALID,
                "invalid cursor format or not a cursor of yours: it must be copied exactly",
                "copy nextCursor from the last answer; if that came from a server that pages by itself, call "
                        + String.join(" or ", names));
    }

    /** Returns whether this is a {@code plimsoll://} URI, which is read as a page. */
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
     * Finds the server of the cursor's result by name, or by identity if it was renamed; null if there is none. A server
     * that was stopped or removed still has its stored results.
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
        List<ServerLink> readers = new ArrayList<>();
        for (ServerLink serverLink : hubSession.serverLinks()) {
            if (Boolean.TRUE.equals(hubSession.serverGroup().hasReadTool(serverLink.index()))) {
                readers.add(serverLink);
            }
        }
        return readers;
    }

    private static boolean hasUnlistedServer(HubSession hubSession) {
        return hubSession.serverLinks().stream()
                .anyMatch(link -> hubSession.serverGroup().hasReadTool(link.index()) == null);
    }
}
