package dev.plimsoll.gateway.hub;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Slice;
import dev.plimsoll.policy.Tier;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cache of the servers' latest listings for all clients. Keeps the entries of a server listed while it is unavailable.
 */
final class ListingCache {

    static final Slice EMPTY_LIST = Slice.of("[]");

    private static final long MAX_BYTES = 64L << 20;
    private static final int MAX_PAGES = 1_000;

    private final Map<Key, Map<String, Page>> pages = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * Key of a listing. Tiers are separate, because one tier may not see what another sees.
     *
     * @param revision of the client
     */
    record Key(int server, ListKind kind, Tier tier, String revision) {}

    private record Page(Slice entries, @Nullable String next) {}

    /** @param cursor null for the first page, which discards all cached pages of this listing */
    synchronized void add(Key key, @Nullable String cursor, Slice entries, @Nullable String next) {
        if (cursor == null) {
            remove(key);
        }
        Map<String, Page> known = pages.computeIfAbsent(key, any -> new LinkedHashMap<>());
        if (known.size() < MAX_PAGES) {
            // copied, because the message may be larger
            Page page = new Page(Slice.of(entries.toByteArray()), next);
            Page before = known.put(pageKey(cursor), page);
            bytes += page.entries.length() - (before == null ? 0 : before.entries.length());
        }
        var oldest = pages.keySet().iterator();
        while (bytes > MAX_BYTES && oldest.hasNext()) {
            Key last = oldest.next();
            bytes -= size(pages.get(last));
            oldest.remove();
        }
    }

    private void remove(Key key) {
        bytes -= size(pages.remove(key));
    }

    private static long size(@Nullable Map<String, Page> known) {
        return known == null
                ? 0
                : known.values().stream()
                        .mapToLong(page -> page.entries.length())
                        .sum();
    }

    /** Returns all entries from this page on as one array; null if the page is not cached. */
    synchronized @Nullable Slice findFrom(Key key, @Nullable String cursor) {
        Map<String, Page> known = pages.get(key);
        Page page = known == null ? null : known.get(pageKey(cursor));
        if (known == null || page == null) {
            return null;
        }
        ByteSink out = new ByteSink().ascii("[");
        for (int i = 0; page != null && i <= known.size(); i++) {
            if (ItemIndex.of(page.entries).count() > 0) {
                out.ascii(out.size() == 1 ? "" : ",").raw(page.entries.sub(1, page.entries.length() - 1));
            }
            page = page.next == null ? null : known.get(pageKey(page.next));
        }
        return out.ascii("]").slice();
    }

    /** Returns whether the first page of this server is cached for any client. */
    synchronized boolean containsServer(int server, ListKind listKind) {
        return pages.keySet().stream().anyMatch(key -> key.server == server && key.kind == listKind);
    }

    /** Maps a cursor to a key. An empty cursor is distinct from null. */
    private static String pageKey(@Nullable String cursor) {
        return cursor == null ? "" : "-" + cursor;
    }
}
