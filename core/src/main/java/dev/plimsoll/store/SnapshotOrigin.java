package dev.plimsoll.store;

import java.util.Objects;

/** Who asked, and what a snapshot came from. Checked by the engine when a page is read; small strings, empty where unknown. */
public record SnapshotOrigin(String caller, String server, String tool, String tier, String argumentsHash) {

    public SnapshotOrigin {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(argumentsHash, "argumentsHash");
    }

    long chars() {
        return (long) caller.length() + server.length() + tool.length() + tier.length() + argumentsHash.length();
    }

    /** Only what a log may show: neither the caller nor anything made from arguments. */
    @Override
    public String toString() {
        return "Origin[" + server + "/" + tool + "]";
    }
}
