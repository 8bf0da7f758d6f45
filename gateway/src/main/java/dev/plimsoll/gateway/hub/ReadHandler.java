package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.view.ArgumentReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handles follow-up reads. They use the snapshots of the cursor's server, even if that server is unavailable. */
final class ReadHandler {

    private static final String OURS = "plimsoll://";

    private static final int LONGEST_CURSOR = 8_192;

    private ReadHandler() {}

    /** Handles a call of the read tool. */
    static void answer(Message request, HubRequest hubRequest, HubSession hubSession) {
        Slice params = request.params();
        Slice arguments = params == null ? null : ObjectEdit.objectIn(params, "arguments");
        String cursor = arguments == null ? null : cursor(arguments);
        ServerLink owner = cursor == null ? null : owner(cursor, hubSession);
        if (owner != null || cursor == null) {
            kept(owner == null ? hubSession.spoke(0) : owner, request, hubRequest);
            return;
        }
        List<ServerLink> readers = readers(hubSession);
        if (readers.isEmpty() && isUnknown(hubSession)) {
            ListingLoader.learn(hubSession.spokes(), ListKind.TOOLS, ListingLoader.params(request));
            readers = readers(hubSession);
        }
        if (readers.size() == 1) {
            // the server may itself be a Plimsoll, and the cursor may be its own
            CallHandler.forward(readers.get(0), request.bytes(), hubRequest, false);
        } else if (readers.isEmpty()) {
            kept(hubSession.spoke(0), request, hubRequest);
        } else {
            hubSession.spoke(0).refuseForAll(request, whose(readers), hubRequest);
        }
    }

    private static RefusedException whose(List<ServerLink> readers) {
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
    static boolean isOurs(String uri) {
        return uri.startsWith(OURS);
    }

    static void resource(String uri, Message request, HubRequest hubRequest, HubSession hubSession) {
        ServerLink owner = owner(uri, hubSession);
        kept(owner == null ? hubSession.spoke(0) : owner, request, hubRequest);
    }

    private static void kept(ServerLink serverLink, Message request, HubRequest hubRequest) {
        serverLink.kept().hear(request.bytes(), hubRequest);
    }

    private static @Nullable String cursor(Slice arguments) {
        for (String name : ArgumentReader.CURSORS) {
            String cursor = ObjectEdit.textIn(arguments, name, LONGEST_CURSOR);
            if (cursor != null) {
                return cursor;
            }
        }
        return null;
    }

    /** Finds the server of the cursor's result by name, or by identity if it was renamed; null if there is none. */
    private static @Nullable ServerLink owner(String cursor, HubSession hubSession) {
        ServerLink other = null;
        for (ServerLink serverLink : hubSession.spokes()) {
            String server = serverLink.serverOf(cursor);
            if (serverLink.name().equals(server)) {
                return serverLink;
            }
            other = other == null && server != null ? serverLink : other;
        }
        return other;
    }

    /** Returns the servers that list their own read tool. */
    static List<ServerLink> readers(HubSession hubSession) {
        List<ServerLink> readers = new ArrayList<>();
        for (ServerLink serverLink : hubSession.spokes()) {
            if (Boolean.TRUE.equals(hubSession.circle().reads(serverLink.index()))) {
                readers.add(serverLink);
            }
        }
        return readers;
    }

    private static boolean isUnknown(HubSession hubSession) {
        return hubSession.spokes().stream()
                .anyMatch(link -> hubSession.circle().reads(link.index()) == null);
    }
}
