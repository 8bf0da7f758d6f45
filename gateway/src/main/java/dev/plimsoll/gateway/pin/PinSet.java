package dev.plimsoll.gateway.pin;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pins of a server. Immutable.
 *
 * @param server the name of the server
 * @param since when the first listing began
 * @param isComplete whether the first listing is complete: tools of the first listing are approved automatically, later
 *     tools are not
 * @param tools the pins by the names of the tools
 */
record PinSet(String server, Instant since, boolean isComplete, Map<String, ToolPin> tools) {

    static final int MAX_TOOLS = 20_000;
    static final int MAX_NAME_BYTES = 1024;

    /** Maximum length of all stored entries. Of further entries, only the hash is stored. */
    private static final long MAX_BYTES = 32L << 20;

    /**
     * Time after which the first listing counts as complete, so that a listing that never ends does not approve tools
     * without a limit.
     */
    private static final Duration MAX_FIRST_LISTING = Duration.ofHours(1);

    /** A tool in a listing. */
    record ListedEntry(String name, PinnedEntry entry) {}

    static PinSet empty(String server, Instant now) {
        return new PinSet(server, now.truncatedTo(ChronoUnit.MILLIS), false, Map.of());
    }

    boolean isFirstListing(Instant now) {
        return !isComplete && Duration.between(since, now).compareTo(MAX_FIRST_LISTING) < 0;
    }

    /** Returns whether this entry of the tool is approved. */
    boolean isApproved(String tool, String hash) {
        ToolPin pin = tools.get(tool);
        return pin != null && pin.isApproved(hash);
    }

    /**
     * Returns the pins after a listing; this object if nothing has changed. A tool that is new in the first
     * listing is approved. Every other entry that is not approved becomes pending.
     *
     * @param entries the entries of a page of the listing
     * @param isLast whether the page ends the listing
     */
    PinSet merge(List<ListedEntry> entries, boolean isLast, Instant now) {
        boolean isFirst = isFirstListing(now);
        Map<String, ToolPin> newTools = new TreeMap<>(tools);
        boolean isChanged = false;
        long bytes = tools.values().stream().mapToLong(ToolPin::bytes).sum();
        for (ListedEntry listed : entries) {
            ToolPin pin = newTools.get(listed.name());
            if (pin == null && newTools.size() >= MAX_TOOLS) {
                continue;
            }
            boolean isKnown = pin != null
                    && (pin.isApproved(listed.entry().hash())
                            || pin.isPending(listed.entry().hash()));
            if (!isKnown) {
                bytes += listed.entry().bytes();
                PinnedEntry entry = bytes > MAX_BYTES ? listed.entry().withoutEntry() : listed.entry();
                boolean isApproved = pin == null && isFirst;
                PinnedEntry approved = isApproved ? entry : pin == null ? null : pin.approved();
                newTools.put(listed.name(), new ToolPin(listed.name(), approved, isApproved ? null : entry));
                isChanged = true;
            }
        }
        boolean isNowComplete = isComplete || isLast || !isFirst;
        return isChanged || isNowComplete != isComplete ? new PinSet(server, since, isNowComplete, newTools) : this;
    }

    /** Returns a copy with another pin of a tool. */
    PinSet withPin(ToolPin pin) {
        Map<String, ToolPin> newTools = new TreeMap<>(tools);
        newTools.put(pin.name(), pin);
        return new PinSet(server, since, isComplete, newTools);
    }

    /** Returns the tools that have a pending entry, in the order of their names. */
    List<ToolPin> pendingPins() {
        return tools.values().stream().filter(pin -> pin.pending() != null).toList();
    }
}
