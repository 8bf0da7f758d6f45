package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.hub.server.HubServerInfo;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.server.ListingCache;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.OwnRequests.Origin;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Elements;
import dev.plimsoll.json.Json;
import dev.plimsoll.json.JsonType;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Fetches pages of one server's listing, or the cached listing if the server is unavailable. */
public final class ListPages {

    /** A server that does not list anything within this time counts as unavailable. */
    private static final Duration LIST_TIMEOUT = Duration.ofSeconds(20);

    /** Shorter limit for servers whose listing is cached. */
    private static final Duration CACHED_LIST_TIMEOUT = Duration.ofSeconds(5);

    private static final int MAX_CURSOR_LENGTH = 8_192;
    private static final Slice NO_PARAMS = Slice.of("{}");

    private ListPages() {}

    /**
     * One page of a listing.
     *
     * @param entries a JSON array
     * @param next the cursor of the next page; null if there is none
     * @param ttlMillis how long the page may be cached
     * @param error the server's own error response; null if there is none
     * @param isAvailable whether the entries are from the server, now or cached; false if the server sent none
     * and none are cached
     * @param link the link over which the page came; null for a cached page
     */
    public record Page(
            Slice entries,
            @Nullable String next,
            long ttlMillis,
            @Nullable Message error,
            boolean isAvailable,
            @Nullable OpenLink link) {}

    /**
     * Returns the page at this cursor.
     *
     * @param params the client's parameters
     */
    public static Page fetch(ServerLink serverLink, ListKind listKind, @Nullable String cursor, Slice params) {
        ListingCache.Key key = cacheKey(serverLink, listKind);
        Message response = null;
        try {
            boolean isCached = serverLink.serverGroup().listingCache().findFrom(key, cursor) != null;
            Duration timeout = isCached && serverLink.openTimeout().compareTo(CACHED_LIST_TIMEOUT) > 0
                    ? CACHED_LIST_TIMEOUT
                    : serverLink.openTimeout();
            OpenLink openLink = serverLink.awaitOpen(timeout);
            if (!canHaveListing(serverLink, listKind)) {
                return new Page(ListingCache.EMPTY_LIST, null, Long.MAX_VALUE, null, true, openLink);
            }
            response = serverLink.sendAndWait(
                    openLink,
                    listKind.method(),
                    pageParams(cursor, params),
                    System.nanoTime() + LIST_TIMEOUT.toNanos());
            Page page = response == null ? null : parsePage(serverLink, openLink, listKind, cursor, response);
            if (page != null) {
                return page;
            }
        } catch (RefusedException e) {
            serverLink
                    .serverGroup()
                    .log()
                    .log(
                            LogSeverity.DEBUG,
                            "a listing is not available",
                            "server",
                            serverLink.name(),
                            "why",
                            e.getMessage());
        }
        Slice cachedEntries = serverLink.serverGroup().listingCache().findFrom(key, cursor);
        return new Page(
                cachedEntries == null ? ListingCache.EMPTY_LIST : cachedEntries,
                null,
                0,
                response,
                cachedEntries != null,
                null);
    }

    /**
     * Returns all tools of a server in one page, for a program; null if the server sends no list. In contrast,
     * models may see only a short catalog of the tools.
     */
    public static @Nullable Page fetchForProgram(ServerLink serverLink, Slice params) {
        JsonWriter entries = new JsonWriter(4096).beginArray();
        String cursor = null;
        long deadlineNanos = System.nanoTime() + LIST_TIMEOUT.toNanos();
        OpenLink openLink = serverLink.awaitOpen();
        do {
            Message response = serverLink.sendAndWait(
                    openLink, ListKind.TOOLS.method(), pageParams(cursor, params), deadlineNanos, Origin.PROGRAM);
            Slice result = response == null ? null : response.result();
            Slice page = result == null ? null : ObjectEdit.valueIn(result, ListKind.TOOLS.member());
            if (result == null || page == null || Json.type(page) != JsonType.ARRAY) {
                return null;
            }
            Elements elements = Elements.of(page);
            while (elements.next()) {
                entries.raw(elements.value());
            }
            String next = ObjectEdit.textIn(result, "nextCursor", MAX_CURSOR_LENGTH);
            cursor = next == null || next.equals(cursor) ? null : next;
        } while (cursor != null);
        return new Page(entries.endArray().slice(), null, 0, null, true, openLink);
    }

    /**
     * Returns false if a server has declared that it has no such listing. In modern sessions, the declaration may be for
     * another client, so the server is always asked.
     */
    private static boolean canHaveListing(ServerLink serverLink, ListKind listKind) {
        HubServerInfo hubServerInfo = serverLink.serverInfo();
        return serverLink.hubSession().isModern()
                || hubServerInfo == null
                || hubServerInfo.supports(listKind.capability());
    }

    /** Returns the first page from a link that was just opened; null if the server sends none. */
    static @Nullable Slice fetchFirst(ServerLink serverLink, OpenLink openLink, ListKind listKind) {
        if (!canHaveListing(serverLink, listKind)) {
            return ListingCache.EMPTY_LIST;
        }
        Message response = serverLink.sendAndWait(
                openLink, listKind.method(), NO_PARAMS, System.nanoTime() + LIST_TIMEOUT.toNanos());
        Page page = response == null ? null : parsePage(serverLink, openLink, listKind, null, response);
        return page == null ? null : page.entries;
    }

    private static ListingCache.Key cacheKey(ServerLink serverLink, ListKind listKind) {
        HubSession hubSession = serverLink.hubSession();
        return new ListingCache.Key(
                serverLink.index(),
                listKind,
                hubSession.caller().tier(),
                hubSession.caller().claims(),
                hubSession.revision());
    }

    /** Reads a page from the response; null if the server sent none. */
    private static @Nullable Page parsePage(
            ServerLink serverLink, OpenLink openLink, ListKind listKind, @Nullable String cursor, Message response) {
        Slice result = response.result();
        if (result == null) {
            boolean hasNoList = cursor == null && ErrorObject.codeOf(response) == ErrorObject.METHOD_NOT_FOUND;
            return hasNoList ? new Page(ListingCache.EMPTY_LIST, null, Long.MAX_VALUE, null, true, openLink) : null;
        }
        Slice entries = ObjectEdit.valueIn(result, listKind.member());
        if (entries == null || Json.type(entries) != JsonType.ARRAY) {
            return new Page(ListingCache.EMPTY_LIST, null, ttlMillis(result), null, true, openLink);
        }
        String next = ObjectEdit.textIn(result, "nextCursor", MAX_CURSOR_LENGTH);
        if (next != null && next.equals(cursor)) {
            serverLink
                    .serverGroup()
                    .log()
                    .log(LogSeverity.WARN, "a listing repeats its cursor", "server", serverLink.name());
            next = null;
        } else if (next == null && ObjectEdit.textIn(result, "nextCursor", Integer.MAX_VALUE) != null) {
            serverLink
                    .serverGroup()
                    .log()
                    .log(LogSeverity.WARN, "the cursor of a listing is too long", "server", serverLink.name());
        }
        if (listKind != ListKind.TASKS) {
            serverLink.serverGroup().listingCache().add(cacheKey(serverLink, listKind), cursor, entries, next);
        }
        if (listKind == ListKind.TOOLS) {
            recordReadTool(serverLink, openLink, next == null);
        }
        return new Page(entries, next, ttlMillis(result), null, true, openLink);
    }

    private static void recordReadTool(ServerLink serverLink, OpenLink openLink, boolean isLastPage) {
        if (openLink.session().hasReadTool()) {
            serverLink.serverGroup().setHasReadTool(serverLink.index(), true);
        } else if (isLastPage) {
            serverLink.serverGroup().setHasReadTool(serverLink.index(), false);
        }
    }

    private static long ttlMillis(Slice result) {
        Slice ttl = ObjectEdit.valueIn(result, "ttlMs");
        try {
            return ttl == null || ttl.length() > 18 ? 0 : Math.max(0, Long.parseLong(ttl.utf8()));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Slice pageParams(@Nullable String cursor, Slice params) {
        Slice withoutCursor = ObjectEdit.without(params, "cursor");
        Slice meta = ObjectEdit.objectIn(withoutCursor, "_meta");
        Slice withoutProgressToken = meta == null
                ? withoutCursor
                : ObjectEdit.with(withoutCursor, "_meta", ObjectEdit.without(meta, "progressToken"));
        return cursor == null
                ? withoutProgressToken
                : ObjectEdit.with(
                        withoutProgressToken,
                        "cursor",
                        new ByteSink().string(cursor).slice());
    }
}
