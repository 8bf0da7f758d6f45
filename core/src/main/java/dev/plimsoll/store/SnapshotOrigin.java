package dev.plimsoll.store;

import java.util.Objects;

/**
 * Caller and call from which a snapshot comes. The engine checks them when a page is read. All fields are short
 * strings, empty if unknown.
 *
 * @param holder the party whose share of the store the snapshot uses; empty for the caller. Being the
 * holder does not allow a party to read the snapshot
 */
public record SnapshotOrigin(
        String caller, String server, String tool, String tier, String argumentsHash, String holder) {

    public SnapshotOrigin {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(argumentsHash, "argumentsHash");
        holder = holder.isEmpty() ? caller : holder;
    }

    /** Creates the origin of a snapshot that uses the share of its caller. */
    public SnapshotOrigin(String caller, String server, String tool, String tier, String argumentsHash) {
        this(caller, server, tool, tier, argumentsHash, caller);
    }

    /** Returns whether the snapshot uses the share of its caller. */
    public boolean isHeldByCaller() {
        return holder.equals(caller);
    }

    /** Returns the number of characters of all fields. */
    long length() {
        int holderLength = isHeldByCaller() ? 0 : holder.length();
        return (long) caller.length()
                + server.length()
                + tool.length()
                + tier.length()
                + argumentsHash.length()
                + holderLength;
    }

    /** Returns only what a log may contain: neither the caller nor data derived from arguments. */
    @Override
    public String toString() {
        return "SnapshotOrigin[" + server + "/" + tool + "]";
    }
}
