package dev.plimsoll.disk;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreLimits;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;

/**
 * A process that stores snapshots until it is killed. It reports each stored snapshot in a line {@code number high
 * low}, with the two halves of its ID.
 */
final class SnapshotWriterProcess {

    static final int MAX_BYTES = 40_000;
    /** The maximum number of snapshots, in case the process is not killed. */
    private static final int MAX_SNAPSHOTS = 3_000;

    static final StoreLimits LARGE_LIMITS = new StoreLimits(1L << 32, 1L << 32, 1_000_000);

    private SnapshotWriterProcess() {}

    /** Starts the process. The arguments are the folder and the first number. */
    @SuppressWarnings("SystemOut") // its parent process reads it
    public static void main(String[] args) {
        DiskStore store = DiskStore.open(Path.of(args[0]), LARGE_LIMITS, InstantSource.system(), new SecureRandom());
        PrintStream out = System.out;
        long first = Long.parseLong(args[1]);
        for (long number = first; number < first + MAX_SNAPSHOTS; number++) {
            SnapshotId id = store.save(Payloads.request(number, MAX_BYTES)).id();
            for (int i = 0; i < 3; i++) {
                store.addView(id, Slice.of("view " + i + " of " + number));
            }
            out.print(number + " " + id.high() + " " + id.low() + "\n");
            out.flush();
        }
    }
}
