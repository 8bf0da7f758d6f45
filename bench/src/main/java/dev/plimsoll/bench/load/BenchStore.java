package dev.plimsoll.bench.load;

import dev.plimsoll.disk.DiskStore;
import dev.plimsoll.disk.SpillingStore;
import dev.plimsoll.json.Slice;
import dev.plimsoll.store.SaveRequest;
import dev.plimsoll.store.SnapshotOrigin;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Store of a given kind, with a temporary folder that is deleted when the store is closed or the process ends. */
public final class BenchStore implements AutoCloseable {

    private static final StoreLimits LARGE_LIMITS = new StoreLimits(8L << 30, 8L << 30, 1_000_000);
    private static final Duration TTL = Duration.ofHours(12);

    private final Path folder;
    private final SnapshotStore store;

    private BenchStore(Path folder, SnapshotStore store) {
        this.folder = folder;
        this.store = store;
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeAndDelete));
    }

    /** Creates a store of kind {@code memory}, {@code spilled} (spills everything immediately), or {@code disk}. */
    public static BenchStore open(String kind) throws IOException {
        Path folder = Files.createTempDirectory("plimsoll-bench");
        Random ids = new Random(1);
        InstantSource clock = InstantSource.system();
        return new BenchStore(
                folder,
                switch (kind) {
                    case "memory" -> SnapshotStore.inMemory(LARGE_LIMITS, clock, ids);
                    case "spilled" ->
                        SpillingStore.create(
                                new StoreLimits(1_000, 1_000, 1_000_000),
                                folder.resolve("spill"),
                                8L << 30,
                                clock,
                                ids);
                    case "disk" -> DiskStore.open(folder.resolve("disk"), LARGE_LIMITS, clock, ids);
                    default ->
                        throw new IllegalArgumentException("kind: must be memory, spilled, or disk, got " + kind);
                });
    }

    public SnapshotStore store() {
        return store;
    }

    /** Returns a file in the folder of the store. */
    public Path file(String name) {
        return folder.resolve(name);
    }

    /** Creates a request to save one segment with these bytes. */
    public static SaveRequest saveRequest(Slice bytes) {
        SnapshotOrigin snapshotOrigin = new SnapshotOrigin("caller", "bench", "list", "", "");
        return new SaveRequest(snapshotOrigin, Slice.of("notes"), List.of(bytes), TTL, TTL);
    }

    @Override
    public void close() {
        closeAndDelete();
    }

    private void closeAndDelete() {
        store.close();
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(BenchStore::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
