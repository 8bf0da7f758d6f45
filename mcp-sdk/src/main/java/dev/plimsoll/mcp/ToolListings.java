package dev.plimsoll.mcp;

import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.schema.ListedTool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds the entries with which tools are listed. The SDK checks calls and results against these entries, so
 * that later policies must not change them. Thread-safe.
 */
final class ToolListings {

    private static final int MAX_NAMED = 5;

    private final Map<String, Listing> byTool = new ConcurrentHashMap<>();
    private volatile boolean hasReadTool;

    private record Listing(ListedTool entry, String server, ClientFeatures client, Slice shown) {

        /**
         * Returns whether the listed entry stays valid under new policies. It does if the new entry is the
         * same. It also does if the new entry is the server's own: results then pass, and these fit every
         * entry that Plimsoll lists.
         */
        boolean isUnchangedUnder(Policies policies) {
            Slice newEntry = entry.clientEntry(policies.of(server, entry.name()), client);
            return newEntry.equals(entry.entry()) || newEntry.equals(shown);
        }
    }

    void add(ListedTool entry, String server, ClientFeatures clientFeatures, Slice shown) {
        byTool.put(entry.name(), new Listing(entry, server, clientFeatures, shown));
    }

    /** Records that the server has a tool for follow-up reads. */
    void addReadTool() {
        hasReadTool = true;
    }

    /** Throws an IllegalArgumentException that names the tools whose listing would change. */
    void requireUnchanged(Policies policies) {
        List<String> changed = byTool.values().stream()
                .filter(listing -> !listing.isUnchangedUnder(policies))
                .map(listing -> listing.entry().name())
                .sorted()
                .toList();
        if (!changed.isEmpty()) {
            throw new IllegalArgumentException(
                    "heavy, mergedArguments, outputSchema, style, or enabled would change the"
                            + " listing of "
                            + String.join(", ", changed.subList(0, Math.min(MAX_NAMED, changed.size())))
                            + (changed.size() > MAX_NAMED ? " and " + (changed.size() - MAX_NAMED) + " more" : "")
                            + ", which needs a restart");
        }
        boolean canShape = byTool.values().stream()
                .anyMatch(listing ->
                        policies.of(listing.server(), listing.entry().name()).canShape());
        if (canShape && !hasReadTool) {
            throw new IllegalArgumentException(
                    "no tool was shaped when the server was built, so it has no plimsoll_read: enabled needs a restart");
        }
    }
}
