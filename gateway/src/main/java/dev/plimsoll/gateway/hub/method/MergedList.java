package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.catalog.Dispatcher;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.HubErrorException;
import dev.plimsoll.gateway.hub.session.HubMethodHandler;
import dev.plimsoll.gateway.hub.session.HubRequest;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.ListPages;
import dev.plimsoll.gateway.hub.session.ListPages.Page;
import dev.plimsoll.gateway.hub.session.ParallelTasks;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Handles the list methods: joins the listings of all servers, in configuration order. While a server has more pages,
 * the result has a cursor.
 */
final class MergedList implements HubMethodHandler {

    private static final int MAX_CURSOR_LENGTH = 1 << 20;

    /** Limits the servers' {@code ttlMs}, because the merged list also changes when a server becomes unavailable. */
    private static final long MAX_TTL_MILLIS = 3_600_000;

    private final ListKind listKind;

    MergedList(ListKind listKind) {
        this.listKind = listKind;
    }

    /** One server's page. */
    record ServerPage(ServerLink serverLink, Page page) {}

    @Override
    public void handle(Message request, HubRequest hubRequest, HubSession hubSession)
            throws HubErrorException, IOException {
        Slice requestParams = request.params();
        Slice params =
                requestParams == null || Json.type(requestParams) != JsonType.OBJECT ? Slice.of("{}") : requestParams;
        String cursor = ObjectEdit.textIn(params, "cursor", MAX_CURSOR_LENGTH);
        Slice cursorValue = ObjectEdit.valueIn(params, "cursor");
        if (cursor == null && cursorValue != null && Json.type(cursorValue) != JsonType.NULL) {
            // a cursor of another type is refused like an invalid one
            cursor = "";
        }
        List<ServerPage> serverPages = cursor == null
                ? fetchPages(hubSession.serverLinks(), listKind, Map.of(), params)
                : fetchNextPages(hubSession, PackedCursor.decode(listKind, cursor), params);
        if (listKind == ListKind.TOOLS && hubRequest.isProgram()) {
            serverPages = ParallelTasks.map(serverPages, serverPage -> withAllTools(serverPage, params));
        }
        Message singleError =
                serverPages.size() == 1 && !serverPages.get(0).page().isAvailable()
                        ? serverPages.get(0).page().error()
                        : null;
        if (singleError != null && singleError.id() != null) {
            hubRequest.send(singleError.withId(hubRequest.id()));
        } else if (!serverPages.isEmpty()
                && serverPages.stream()
                        .noneMatch(serverPage -> serverPage.page().isAvailable())) {
            hubRequest.sendError(ErrorObject.of(noServerAvailable(serverPages)));
        } else {
            hubRequest.sendResult(mergedResult(serverPages, cursor == null, hubRequest, hubSession));
        }
    }

    /**
     * Returns a page with all tools of the server if this page lists the dispatcher, which models see in place
     * of the tools; otherwise the same page.
     */
    private static ServerPage withAllTools(ServerPage serverPage, Slice params) {
        ItemIndex items = ItemIndex.of(serverPage.page().entries());
        for (int i = 0; i < items.count(); i++) {
            if (Dispatcher.TOOL.equals(ObjectEdit.textIn(items.item(i), "name", 64))) {
                Page allTools = ListPages.fetchForProgram(serverPage.serverLink(), params);
                if (allTools != null) {
                    HubEntries.register(serverPage.serverLink(), ListKind.TOOLS, allTools.entries());
                    return new ServerPage(serverPage.serverLink(), allTools);
                }
            }
        }
        return serverPage;
    }

    private static RefusedException noServerAvailable(List<ServerPage> serverPages) {
        return new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "no server is available",
                        "repeat the request in a moment: the servers are tried again")
                .detail(
                        "server",
                        String.join(
                                ", ",
                                serverPages.stream()
                                        .map(serverPage ->
                                                serverPage.serverLink().name())
                                        .toList()));
    }

    private List<ServerPage> fetchNextPages(HubSession hubSession, Map<String, String> cursors, Slice params)
            throws HubErrorException {
        List<ServerLink> serverLinks = new ArrayList<>();
        for (ServerLink serverLink : hubSession.serverLinks()) {
            if (cursors.containsKey(serverLink.name())) {
                serverLinks.add(serverLink);
            }
        }
        if (serverLinks.isEmpty()) {
            throw new HubErrorException(ErrorObject.of(new RefusedException(
                            ErrorCode.INVALID_REQUEST, "cursor is no longer valid", "the list without a cursor")
                    .detail("argument", "cursor")));
        }
        if (listKind == ListKind.TOOLS || listKind == ListKind.PROMPTS) {
            // after a restart of the gateway, names of earlier pages are assigned first, so that no name changes
            List<ServerLink> unloadedLinks = serverLinks.stream()
                    .filter(serverLink -> !ListingLoader.isLoaded(serverLink, listKind))
                    .toList();
            if (!unloadedLinks.isEmpty()) {
                ListingLoader.load(unloadedLinks, listKind, params);
            }
        }
        return fetchPages(serverLinks, listKind, cursors, params);
    }

    /** Fetches a page from each server, in parallel. */
    static List<ServerPage> fetchPages(
            List<? extends ServerLink> serverLinks, ListKind listKind, Map<String, String> cursors, Slice params) {
        return ParallelTasks.map(serverLinks, serverLink -> {
            Page page = ListPages.fetch(serverLink, listKind, cursors.get(serverLink.name()), params);
            if (!cursors.containsKey(serverLink.name())) {
                serverLink.recordShownPage(listKind, page);
            }
            HubEntries.register(serverLink, listKind, page.entries());
            return new ServerPage(serverLink, page);
        });
    }

    private Slice mergedResult(
            List<ServerPage> serverPages, boolean isFirstPage, HubRequest hubRequest, HubSession hubSession) {
        JsonWriter json = new JsonWriter(4096).beginObject().beginArray(listKind.member());
        Slice readTool = null;
        Map<String, String> nextCursors = new LinkedHashMap<>();
        long ttlMillis = MAX_TTL_MILLIS;
        for (ServerPage serverPage : serverPages) {
            Page page = serverPage.page();
            ItemIndex items = ItemIndex.of(page.entries());
            for (int i = 0; i < items.count(); i++) {
                Slice entry = items.item(i);
                if (listKind == ListKind.TOOLS && HubEntries.isReadTool(entry)) {
                    // the longer entry lists more arguments, and so suits the results of all servers
                    readTool = readTool == null || entry.length() > readTool.length() ? entry : readTool;
                    Slice prefixedTool =
                            isFirstPage ? HubEntries.prefixedReadTool(serverPage.serverLink(), entry) : null;
                    entry = prefixedTool == null ? Slice.of("") : prefixedTool;
                } else {
                    entry = HubEntries.forClient(serverPage.serverLink(), listKind, entry, hubSession);
                }
                if (!entry.isEmpty()) {
                    json.raw(entry);
                }
            }
            if (page.next() != null) {
                nextCursors.put(serverPage.serverLink().name(), page.next());
            }
            ttlMillis = Math.min(ttlMillis, page.ttlMillis());
        }
        if (isFirstPage && readTool != null) {
            json.raw(readTool);
        }
        json.endArray();
        if (!nextCursors.isEmpty()) {
            json.string("nextCursor", PackedCursor.encode(listKind, nextCursors));
        }
        if (hubSession.isModern()) {
            json.number("ttlMs", ttlMillis).string("cacheScope", "private");
        }
        hubRequest.writeResultType(json);
        return json.endObject().slice();
    }
}
