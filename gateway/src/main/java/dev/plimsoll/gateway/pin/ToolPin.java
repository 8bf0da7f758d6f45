package dev.plimsoll.gateway.pin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The pin of one tool.
 *
 * @param approved the approved entry; null for a tool that was added after the first listing
 * @param pending the entry that the server lists instead; null if there is none
 */
record ToolPin(
        String name,
        @Nullable PinnedEntry approved,
        @Nullable PinnedEntry pending) {

    boolean isApproved(String hash) {
        return approved != null && approved.hash().equals(hash);
    }

    boolean isPending(String hash) {
        return pending != null && pending.hash().equals(hash);
    }

    /** Returns whether the tool has no approved entry. */
    boolean isNew() {
        return approved == null;
    }

    /** Returns a copy whose pending entry is approved. */
    ToolPin approve(Instant now) {
        return pending == null ? this : new ToolPin(name, pending.withTime(now), null);
    }

    /** Returns the entry that the server has listed last. */
    @Nullable PinnedEntry latest() {
        return pending == null ? approved : pending;
    }

    int bytes() {
        return name.length() + (approved == null ? 0 : approved.bytes()) + (pending == null ? 0 : pending.bytes());
    }
}
