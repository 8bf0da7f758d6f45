package dev.plimsoll.gateway.pin;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The pin of one tool: the entry that is approved, and the entry that waits for approval.
 *
 * @param approved the approved entry; null if no entry of the tool was approved yet
 * @param pending the entry that the server lists now and that is not approved; null if there is none
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
    ToolPin withApproval(Instant now) {
        return pending == null ? this : new ToolPin(name, pending.withTime(now), null);
    }

    /** Returns the pending entry, or else the approved entry. */
    @Nullable PinnedEntry latest() {
        return pending == null ? approved : pending;
    }

    /** Returns the approximate size of this pin in the file. */
    int bytes() {
        return name.length() + (approved == null ? 0 : approved.bytes()) + (pending == null ? 0 : pending.bytes());
    }
}
