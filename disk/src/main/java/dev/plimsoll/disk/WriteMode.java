package dev.plimsoll.disk;

/** Mode of writing a snapshot file. */
enum WriteMode {
    /** Compresses the file, and waits until it is on the disk. */
    DURABLE(true, true),
    /** Compresses the file. */
    COMPACT(true, false),
    /** Neither compresses the file nor waits. */
    FAST(false, false);

    private final boolean isCompressed;
    private final boolean isSynced;

    WriteMode(boolean isCompressed, boolean isSynced) {
        this.isCompressed = isCompressed;
        this.isSynced = isSynced;
    }

    boolean isCompressed() {
        return isCompressed;
    }

    boolean isSynced() {
        return isSynced;
    }
}
