package dev.plimsoll.store;

import dev.plimsoll.store.StoreException.Reason;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one more thing needs. Room is made only if it can be made completely, so a refusal costs nobody a snapshot.
 *
 * @param spared what the room is for, and so must not go itself
 */
record Demand(
        String caller, long bytes, int snapshots, @Nullable Kept spared) {

    void requirePossible(Limits limits) {
        requireAtMost(limits.maxBytes(), "maxBytes");
        requireAtMost(limits.maxBytesPerCaller(), "maxBytesPerCaller");
    }

    private void requireAtMost(long limit, String name) {
        if (bytes > limit) {
            throw refusal(Reason.TOO_LARGE, name, limit);
        }
    }

    /** Those that must go, all last used at or before {@code idleSince}: the caller's own for its share, then anybody's. */
    Set<Kept> victims(Shelf shelf, Limits limits, long idleSince) {
        Set<Kept> victims = new LinkedHashSet<>();
        addOwn(victims, shelf, limits, idleSince);
        addAnybodys(victims, shelf, limits, idleSince);
        return victims;
    }

    private void addOwn(Set<Kept> victims, Shelf shelf, Limits limits, long idleSince) {
        long lacks = bytes - (limits.maxBytesPerCaller() - shelf.bytesOf(caller));
        for (Kept kept : shelf.byUse()) {
            if (lacks <= 0 || kept.usedAt() > idleSince) {
                break;
            }
            if (kept != spared && kept.caller().equals(caller)) {
                victims.add(kept);
                lacks -= kept.bytes();
            }
        }
        if (lacks > 0) {
            throw refusal(Reason.CALLER_FULL, "maxBytesPerCaller", limits.maxBytesPerCaller());
        }
    }

    private void addAnybodys(Set<Kept> victims, Shelf shelf, Limits limits, long idleSince) {
        long freed = victims.stream().mapToLong(Kept::bytes).sum();
        long lacks = bytes - (limits.maxBytes() - shelf.bytes()) - freed;
        int tooMany = snapshots - (limits.maxSnapshots() - shelf.size()) - victims.size();
        for (Kept kept : shelf.byUse()) {
            if ((lacks <= 0 && tooMany <= 0) || kept.usedAt() > idleSince) {
                break;
            }
            if (kept != spared && victims.add(kept)) {
                lacks -= kept.bytes();
                tooMany--;
            }
        }
        if (lacks > 0) {
            throw refusal(Reason.FULL, "maxBytes", limits.maxBytes());
        }
        if (tooMany > 0) {
            throw refusal(Reason.FULL, "maxSnapshots", limits.maxSnapshots());
        }
    }

    private StoreException refusal(Reason reason, String limit, long value) {
        return new StoreException(reason, bytes + " bytes to keep do not fit: " + limit + " is " + value);
    }
}
