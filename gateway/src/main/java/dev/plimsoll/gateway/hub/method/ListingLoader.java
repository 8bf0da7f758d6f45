package dev.plimsoll.gateway.hub.method;

import dev.plimsoll.gateway.hub.method.MergedList.ServerPage;
import dev.plimsoll.gateway.hub.server.HubNames;
import dev.plimsoll.gateway.hub.server.ListKind;
import dev.plimsoll.gateway.hub.session.ServerLink;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the servers' complete listings when a client uses an unknown name. */
final class ListingLoader {

    /** Stops at this page, in case a server's cursors never end. */
    private static final int MAX_PAGES = 100;

    private ListingLoader() {}

    /** Returns parameters with the client's {@code _meta}, for requests that the hub makes for the client. */
    static Slice paramsWithMeta(Message request) {
        Slice params = request.params();
        Slice meta = params == null ? null : ObjectEdit.objectIn(params, "_meta");
        return meta == null
                ? Slice.of("{}")
                : new JsonWriter(meta.length() + 16)
                        .beginObject()
                        .raw("_meta", meta)
                        .endObject()
                        .slice();
    }

    /** Loads the listings and returns the names that this client may use, as the client sees them. */
    static List<String> load(List<? extends ServerLink> serverLinks, ListKind listKind, Slice params) {
        List<String> names = new ArrayList<>();
        List<? extends ServerLink> linksToRead = serverLinks;
        Map<String, String> cursors = Map.of();
        for (int page = 0; page < MAX_PAGES && !linksToRead.isEmpty(); page++) {
            Map<String, String> nextCursors = new LinkedHashMap<>();
            List<ServerLink> linksWithMore = new ArrayList<>();
            for (ServerPage serverPage : MergedList.fetchPages(linksToRead, listKind, cursors, params)) {
                addNames(serverPage, listKind, names);
                if (serverPage.page().next() != null) {
                    nextCursors.put(
                            serverPage.serverLink().name(), serverPage.page().next());
                    linksWithMore.add(serverPage.serverLink());
                }
            }
            cursors = nextCursors;
            linksToRead = linksWithMore;
        }
        return names;
    }

    private static void addNames(ServerPage serverPage, ListKind listKind, List<String> names) {
        ItemIndex items = ItemIndex.of(serverPage.page().entries());
        for (int i = 0; i < items.count(); i++) {
            Slice entry = items.item(i);
            Slice clientEntry = HubEntries.isReadTool(entry)
                    ? entry
                    : HubEntries.forClient(
                            serverPage.serverLink(),
                            listKind,
                            entry,
                            serverPage.serverLink().hubSession());
            String name = clientEntry.isEmpty() ? null : ObjectEdit.textIn(clientEntry, "name", 1024);
            if (name != null) {
                names.add(name);
            }
        }
    }

    /** Returns whether the first page of this server is cached, and so its names are registered. */
    static boolean isLoaded(ServerLink serverLink, ListKind listKind) {
        return serverLink.serverGroup().listingCache().containsListing(serverLink.index(), listKind);
    }

    /** Returns up to three names that are most similar to this one, best first. */
    static List<String> findSimilar(String name, List<String> names) {
        return names.stream()
                .distinct()
                .map(other -> Map.entry(other, distance(name, other)))
                .filter(candidate -> candidate.getValue() <= Math.max(3, name.length() / 2))
                .sorted(Map.Entry.comparingByValue())
                .limit(3)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the edit distance; a missing server prefix costs at most one edit. */
    private static int distance(String name, String other) {
        int separator = other.indexOf("__");
        String unprefixed = separator < 0 ? other : other.substring(separator + 2);
        return Math.min(editDistance(name, other), editDistance(name, unprefixed) + (name.equals(unprefixed) ? 0 : 1));
    }

    private static int editDistance(String name, String other) {
        String shortenedName =
                name.length() > HubNames.MAX_LENGTH * 2 ? name.substring(0, HubNames.MAX_LENGTH * 2) : name;
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= shortenedName.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replacementDistance = diagonal + (shortenedName.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replacementDistance, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }

    /** Returns a suggestion for an unknown name. */
    static String suggestion(String name, List<String> names, @Nullable String defaultSuggestion) {
        List<String> nearest = findSimilar(name, names);
        if (!nearest.isEmpty()) {
            return String.join(" or ", nearest);
        }
        return defaultSuggestion == null ? "a name from the listing" : defaultSuggestion;
    }
}
