package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.hub.MergedList.Part;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.ItemIndex;
import dev.plimsoll.json.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks the servers what they list, to their ends, for a client that names what nobody knows. */
final class ListingLoader {

    /** More pages than any sound listing has; one whose cursor never ends must not keep us. */
    private static final int MOST_PAGES = 100;

    private ListingLoader() {}

    /** What a client's own request says of it, for requests of ours in its name. */
    static Slice params(Message request) {
        Slice params = request.params();
        Slice meta = params == null ? null : ObjectEdit.objectIn(params, "_meta");
        return meta == null
                ? Slice.of("{}")
                : new ByteSink(meta.length() + 16)
                        .ascii("{\"_meta\":")
                        .raw(meta)
                        .ascii("}")
                        .slice();
    }

    /** The names of what this client may ask for, as it knows them. */
    static List<String> learn(List<? extends ServerLink> spokes, ListKind listKind, Slice params) {
        List<String> names = new ArrayList<>();
        List<? extends ServerLink> left = spokes;
        Map<String, String> cursors = Map.of();
        for (int page = 0; page < MOST_PAGES && !left.isEmpty(); page++) {
            Map<String, String> next = new LinkedHashMap<>();
            List<ServerLink> more = new ArrayList<>();
            for (Part part : MergedList.parts(left, listKind, cursors, params)) {
                add(part, listKind, names);
                if (part.page().next() != null) {
                    next.put(part.spoke().name(), part.page().next());
                    more.add(part.spoke());
                }
            }
            cursors = next;
            left = more;
        }
        return names;
    }

    private static void add(Part part, ListKind listKind, List<String> names) {
        ItemIndex items = ItemIndex.of(part.page().entries());
        for (int i = 0; i < items.count(); i++) {
            Slice entry = items.item(i);
            Slice shown = HubEntries.reads(entry)
                    ? entry
                    : HubEntries.shown(part.spoke(), listKind, entry, part.spoke().talk());
            String name = shown.isEmpty() ? null : ObjectEdit.textIn(shown, "name", 1024);
            if (name != null) {
                names.add(name);
            }
        }
    }

    /** Whether what stands on this server's first page has its names already. */
    static boolean hasLearned(ServerLink serverLink, ListKind listKind) {
        return serverLink.circle().seen().knows(serverLink.index(), listKind);
    }

    /** The names most like this one, the likest first. */
    static List<String> nearest(String name, List<String> names) {
        return names.stream()
                .distinct()
                .map(other -> Map.entry(other, distance(name, other)))
                .filter(near -> near.getValue() <= Math.max(3, name.length() / 2))
                .sorted(Map.Entry.comparingByValue())
                .limit(3)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** How many letters to change; the server in front may be missing. */
    private static int distance(String name, String other) {
        int behind = other.indexOf("__");
        String bare = behind < 0 ? other : other.substring(behind + 2);
        return Math.min(edits(name, other), edits(name, bare) + (name.equals(bare) ? 0 : 1));
    }

    private static int edits(String a, String b) {
        String shorter = a.length() > HubNames.LONGEST * 2 ? a.substring(0, HubNames.LONGEST * 2) : a;
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= shorter.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (shorter.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }

    /** How an unknown name is told what there is. */
    static String suggestion(String name, List<String> names, @Nullable String otherwise) {
        List<String> nearest = nearest(name, names);
        if (!nearest.isEmpty()) {
            return String.join(" or ", nearest);
        }
        return otherwise == null ? "one of those that are listed" : otherwise;
    }
}
