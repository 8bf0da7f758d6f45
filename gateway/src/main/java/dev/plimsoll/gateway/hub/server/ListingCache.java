package dev.plimsoll.gateway.hub.server;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Tier;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the servers' latest listings for all clients. With it, a server's entries are still listed while the server
 * is unavailable.
 */
public final class ListingCache {

    public static final Slice EMPTY_LIST = Slice.of("[]");

    private static final long MAX_BYTES = 64L << 20;
    private static final int MAX_PAGES_PER_LISTING = 1_000;

    private final Map<Key, Map<String, Page>> pages = new LinkedHashMap<>(16, 0.75f, true);
    private long totalBytes;

    /**
     * Key of a listing. Callers of different tiers or claims have different keys, because they may see different
     * entries.
     *
     * @param claims the claims of the caller that access rules read
     * @param revision the client's revision
     */
    public record Key(int server, ListKind kind, Tier tier, Map<String, Object> claims, String revision) {}

    private record Page(Slice entries, @Nullable String next) {}

    /**
     * Adds a page of a listing.
     *
     * @param cursor null for the first page, which discards all cached pages of this listing
     */
    public synchronized void add(Key key, @Nullable String cursor, Slice entries, @Nullable String next) {
        if (cursor == null) {
            remove(key);
        }
        Map<String, Page> cachedPages = pages.computeIfAbsent(key, _ -> new LinkedHashMap<>());
        if (cachedPages.size() < MAX_PAGES_PER_LISTING) {
            // copied, so that the message, which may be larger than the entries, can be freed
            Page page = new Page(Slice.of(entries.toByteArray()), next);
            Page replacedPage = cachedPages.put(pageKey(cursor), page);
            totalBytes += page.entries.length() - (replacedPage == null ? 0 : replacedPage.entries.length());
        }
        var oldest = pages.keySet().iterator();
        while (totalBytes > MAX_BYTES && oldest.hasNext()) {
            Key oldestKey = oldest.next();
            totalBytes -= size(pages.get(oldestKey));
            oldest.remove();
        }
    }

    private void remove(Key key) {
        totalBytes -= size(pages.remove(key));
    }

    private static long size(@Nullable Map<String, Page> cachedPages) {
        return cachedPages == null
                ? 0
                : cachedPages.values().stream()
                        .mapToLong(page -> page.entries.length())
                        .sum();
    }

    /** Returns all entries from this page on as one array; null if the page is not cached. */
    public synchronized @Nullable Slice findFrom(Key key, @Nullable String cursor) {
        Map<String, Page> cachedPages = pages.get(key);
        Page page = cachedPages == null ? null : cachedPages.get(pageKey(cursor));
        if (cachedPages == null || page == null) {
            return null;
        }
        ByteSink list = new ByteSink().ascii("[");
        for (int i = 0; page != null && i <= cachedPages.size(); i++) {
            if (ItemIndex.of(page.entries).count() > 0) {
                list.ascii(list.size() == 1 ? "" : ",").raw(page.entries.sub(1, page.entries.length() - 1));
            }
            page = page.next == null ? null : cachedPages.get(pageKey(page.next));
        }
        return list.ascii("]").slice();
    }

    /** Returns whether a page of this listing is cached for any client. */
    public synchronized boolean containsListing(int server, ListKind listKind) {
        return pages.keySet().stream().anyMatch(key -> key.server == server && key.kind == listKind);
    }

    /** Removes all listings of a server. */
    public synchronized void removeServer(int server) {
        pages.keySet().stream().filter(key -> key.server == server).toList().forEach(this::remove);
    }

    /** Maps a cursor to a key. An empty cursor is distinct from null. */
    private static String pageKey(@Nullable String cursor) {
        return cursor == null ? "" : "-" + cursor;
    }
}
