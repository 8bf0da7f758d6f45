package dev.plimsoll.mcp;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.schema.ListedTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Entries with which tools are listed. The SDK checks calls and results against these entries, so later policies must not change them. Thread-safe.
 */
final class ToolListings {

    private static final int MAX_LISTED_NAMES = 5;

    private final Map<String, ListedEntry> listingByTool = new ConcurrentHashMap<>();
    private volatile boolean hasReadTool;

    private record ListedEntry(ListedTool tool, String server, ClientFeatures client, Slice clientEntry) {

        /**
         * Returns whether the listed entry stays valid under new policies. It does if the new entry is equal to it, or is the entry
         * of the server. In the second case, results pass, and they match every entry that Plimsoll lists.
         */
        boolean isValidUnder(Policies policies) {
            Slice newEntry = tool.clientEntry(policies.forTool(server, tool.name()), client);
            return newEntry.equals(clientEntry) || newEntry.equals(tool.entry());
        }
    }

    void add(ListedTool entry, String server, ClientFeatures clientFeatures, Slice clientEntry) {
        listingByTool.put(entry.name(), new ListedEntry(entry, server, clientFeatures, clientEntry));
    }

    /** Records that the server has a tool for follow-up reads. */
    void addReadTool() {
        hasReadTool = true;
    }

    /** Throws an {@link IllegalArgumentException} that names the tools whose listing would change. */
    void requireUnchanged(Policies policies) {
        List<String> changed = listingByTool.values().stream()
                .filter(listing -> !listing.isValidUnder(policies))
                .map(listing -> listing.tool().name())
                .sorted()
                .toList();
        if (!changed.isEmpty()) {
            throw new IllegalArgumentException(
                    "a change of heavy, mergedArguments, outputSchema, style, or enabled needs a restart, because it"
                            + " would change the listing of "
                            + String.join(", ", changed.subList(0, Math.min(MAX_LISTED_NAMES, changed.size())))
                            + (changed.size() > MAX_LISTED_NAMES
                                    ? " and " + (changed.size() - MAX_LISTED_NAMES) + " more"
                                    : ""));
        }
        boolean canShape = listingByTool.values().stream()
                .anyMatch(listing -> policies.forTool(
                                listing.server(), listing.tool().name())
                        .canShape());
        if (canShape && !hasReadTool) {
            throw new IllegalArgumentException(
                    "no result could be shaped when the server was built, so the server has no plimsoll_read: a change"
                            + " of style or enabled needs a restart");
        }
    }
}
