package dev.plimsoll.store;

import java.util.Objects;

/** Caller and call that a snapshot comes from. The engine checks them when a page is read. Short strings, empty if unknown. */
public record SnapshotOrigin(String caller, String server, String tool, String tier, String argumentsHash) {

    public SnapshotOrigin {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(argumentsHash, "argumentsHash");
    }

    long length() {
        return (long) caller.length() + server.length() + tool.length() + tier.length() + argumentsHash.length();
    }

    /** Returns only what a log may contain: neither the caller nor data derived from arguments. */
    @Override
    public String toString() {
        return "SnapshotOrigin[" + server + "/" + tool + "]";
    }
}
