package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.ListPages.Page;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
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
        Slice sent = request.params();
        Slice params = sent == null || Json.type(sent) != JsonType.OBJECT ? Slice.of("{}") : sent;
        String cursor = ObjectEdit.textIn(params, "cursor", MAX_CURSOR_LENGTH);
        Slice any = ObjectEdit.valueIn(params, "cursor");
        if (cursor == null && any != null && Json.type(any) != JsonType.NULL) {
            cursor = "";
        }
        List<ServerPage> parts = cursor == null
                ? fetchPages(hubSession.serverLinks(), listKind, Map.of(), params)
                : fetchNextPages(hubSession, PackedCursor.parse(listKind, cursor), params);
        Message only = parts.size() == 1 && !parts.get(0).page().available()
                ? parts.get(0).page().error()
                : null;
        Slice id = only == null ? null : only.id();
        if (only != null && id != null) {
            hubRequest.send(only.replace(id, List.of(hubRequest.id())));
        } else if (!parts.isEmpty()
                && parts.stream().noneMatch(serverPage -> serverPage.page().available())) {
            hubRequest.sendError(ErrorObject.of(noServerAvailable(parts)));
        } else {
            hubRequest.sendResult(mergedResult(parts, cursor == null, hubRequest, hubSession));
        }
    }

    private static RefusedException noServerAvailable(List<ServerPage> parts) {
        return new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "no server is available",
                        "repeat the request in a moment: the servers are tried again")
                .detail(
                        "server",
                        String.join(
                                ", ",
                                parts.stream()
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
            // earlier pages get their names first, so that names are the same in every run of this program
            List<ServerLink> unknown = serverLinks.stream()
                    .filter(serverLink -> !ListingLoader.isLoaded(serverLink, listKind))
                    .toList();
            if (!unknown.isEmpty()) {
                ListingLoader.load(unknown, listKind, params);
            }
        }
        return fetchPages(serverLinks, listKind, cursors, params);
    }

    /** Fetches a page from each server, in parallel. */
    static List<ServerPage> fetchPages(
            List<? extends ServerLink> serverLinks, ListKind listKind, Map<String, String> cursors, Slice params) {
        return ParallelTasks.map(serverLinks, spoke -> {
            Page page = ListPages.fetch(spoke, listKind, cursors.get(spoke.name()), params);
            if (!cursors.containsKey(spoke.name())) {
                spoke.recordShown(listKind, page);
            }
            HubEntries.register(spoke, listKind, page.entries());
            return new ServerPage(spoke, page);
        });
    }

    private Slice mergedResult(List<ServerPage> parts, boolean first, HubRequest hubRequest, HubSession hubSession) {
        ByteSink out = new ByteSink(4096).ascii("{").string(listKind.member()).ascii(":[");
        int empty = out.size();
        Slice reader = null;
        Map<String, String> next = new LinkedHashMap<>();
        long millis = MAX_TTL_MILLIS;
        for (ServerPage serverPage : parts) {
            Page page = serverPage.page();
            ItemIndex items = ItemIndex.of(page.entries());
            for (int i = 0; i < items.count(); i++) {
                Slice entry = items.item(i);
                if (listKind == ListKind.TOOLS && HubEntries.isReadTool(entry)) {
                    reader = reader == null ? entry : reader;
                    Slice own = first ? HubEntries.prefixedReadTool(serverPage.serverLink(), entry) : null;
                    entry = own == null ? Slice.of("") : own;
                } else {
                    entry = HubEntries.forClient(serverPage.serverLink(), listKind, entry, hubSession);
                }
                if (!entry.isEmpty()) {
                    out.ascii(out.size() == empty ? "" : ",").raw(entry);
                }
            }
            if (page.next() != null) {
                next.put(serverPage.serverLink().name(), page.next());
            }
            millis = Math.min(millis, page.ttlMillis());
        }
        if (first && reader != null) {
            out.ascii(out.size() == empty ? "" : ",").raw(reader);
        }
        out.ascii("]");
        if (!next.isEmpty()) {
            out.ascii(",\"nextCursor\":").string(PackedCursor.of(listKind, next));
        }
        if (hubSession.isModern()) {
            out.ascii(",\"ttlMs\":").number(millis).ascii(",\"cacheScope\":\"private\"");
        }
        return out.ascii(hubRequest.resultTypeMember()).ascii("}").slice();
    }
}
