package dev.plimsoll.disk;

/** The ways of writing a snapshot file. */
enum WriteMode {
    /** Compresses, and waits until the disk has the file. */
    DURABLE(true, true),
    /** Compresses. */
    COMPACT(true, false),
    /** Writes the bytes as they are. */
    FAST(false, false);

    private final boolean compresses;
    private final boolean syncs;

    WriteMode(boolean compresses, boolean syncs) {
        this.compresses = compresses;
        this.syncs = syncs;
    }

    boolean compresses() {
        return compresses;
    }

    boolean syncs() {
        return syncs;
    }
}
