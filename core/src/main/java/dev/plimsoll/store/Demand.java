package dev.plimsoll.store;

import dev.plimsoll.store.StoreException.Reason;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one more thing needs. Room is made only if it can be made completely, so a refusal costs nobody a snapshot. For those
 * who write stores.
 *
 * @param spared what the room is for, and so must not go itself
 */
public record Demand(
        String caller, long bytes, int snapshots, @Nullable Kept spared) {

    public void requirePossible(Limits limits) {
        requireAtMost(limits.maxBytes(), "maxBytes");
        requireAtMost(limits.maxBytesPerCaller(), "maxBytesPerCaller");
    }

    private void requireAtMost(long limit, String name) {
        if (bytes > limit) {
            throw refusal(Reason.TOO_LARGE, name, limit);
        }
    }

    /** Those that must go, all last used at or before {@code idleSince}: the caller's own for its share, then anybody's. */
    public <K extends Kept> Set<K> victims(Shelf<K> shelf, Limits limits, long idleSince) {
        Set<K> victims = new LinkedHashSet<>();
        addOwn(victims, shelf, limits, idleSince);
        addAnybodys(victims, shelf, limits, idleSince);
        return victims;
    }

    private <K extends Kept> void addOwn(Set<K> victims, Shelf<K> shelf, Limits limits, long idleSince) {
        long lacks = bytes - (limits.maxBytesPerCaller() - shelf.bytesOf(caller));
        for (K kept : shelf.byUse()) {
            if (lacks <= 0 || kept.usedAt() > idleSince) {
                break;
            }
            if (!kept.equals(spared) && kept.caller().equals(caller)) {
                victims.add(kept);
                lacks -= kept.bytes();
            }
        }
        if (lacks > 0) {
            throw refusal(Reason.CALLER_FULL, "maxBytesPerCaller", limits.maxBytesPerCaller());
        }
    }

    private <K extends Kept> void addAnybodys(Set<K> victims, Shelf<K> shelf, Limits limits, long idleSince) {
        long freed = victims.stream().mapToLong(Kept::bytes).sum();
        long lacks = bytes - (limits.maxBytes() - shelf.bytes()) - freed;
        int tooMany = snapshots - (limits.maxSnapshots() - shelf.size()) - victims.size();
        for (K kept : shelf.byUse()) {
            if ((lacks <= 0 && tooMany <= 0) || kept.usedAt() > idleSince) {
                break;
            }
            if (!kept.equals(spared) && victims.add(kept)) {
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
