package dev.plimsoll.gateway.telemetry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.Made;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests spools, and the store that imports them. */
class SpoolTest {

    private static final long NOW = System.currentTimeMillis();
    private static final long MOST = 64 << 20;

    @TempDir
    private Path data;

    private final SplittableRandom random = new SplittableRandom(5);

    private TelemetryStore open() throws IOException {
        return TelemetryStore.open(data, Duration.ofDays(30), MOST, InstantSource.system());
    }

    private EntrySpool spool() throws IOException {
        return EntrySpool.in(data, MOST);
    }

    private List<TelemetryEntry> made(int count) {
        return Made.many(random, count, NOW - 60_000, NOW);
    }

    private List<Long> ids() throws IOException {
        try (Ledger ledger = new Ledger(data)) {
            return ledger.requests(new RequestFilter(0, Long.MAX_VALUE / 2, Map.of()), null, 100_000).stream()
                    .map(TelemetryRow::id)
                    .toList();
        }
    }

    private static List<Long> ids(List<TelemetryEntry> entries) {
        return entries.stream()
                .filter(telemetryEntry -> !telemetryEntry.outcome().equals(TelemetryEntry.LISTED))
                .map(TelemetryEntry::id)
                .toList();
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(EntrySpool.folder(data))) {
            return files.toList();
        }
    }

    /** Sets the file's time as if its process had ended an hour ago. */
    private static void age(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(NOW - 3_600_000));
    }

    @Test
    void importsGrowingSpoolOnceAndRemovesIt() throws IOException {
        List<TelemetryEntry> entries = made(500);
        try (TelemetryStore store = open()) {
            try (EntrySpool entrySpool = spool()) {
                for (int i = 0; i < 500; i += 50) {
                    entrySpool.keep(entries.subList(i, i + 50));
                    store.tend();
                    store.tend();
                }
                assertThat(files()).hasSize(1);
            }
            assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
            age(files().get(0));
            store.tend();
            assertThat(files()).isEmpty();
            assertThat(ids()).hasSameSizeAs(ids(entries));
        }
    }

    @Test
    void entriesSurviveRoundTrip() throws IOException {
        List<TelemetryEntry> entries = made(300);
        try (EntrySpool entrySpool = spool()) {
            entrySpool.keep(entries);
        }
        assertThat(dev.plimsoll.gateway.telemetry.SpoolPart.of(files().get(0), 0, 1 << 10))
                .satisfies(part -> assertThat(part).isNotNull());
        try (TelemetryStore store = open()) {
            store.tend();
        }
        assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
    }

    @Test
    void ignoresIncompleteAndUnknownLines() throws IOException {
        List<TelemetryEntry> entries = made(20);
        try (EntrySpool entrySpool = spool()) {
            entrySpool.keep(entries);
        }
        Path file = files().get(0);
        Files.writeString(file, "no entry\n{\"at\":-1}\n{\"at\":17,\"outcome\":\"pas", StandardOpenOption.APPEND);
        try (TelemetryStore store = open()) {
            store.tend();
            age(file);
            store.tend();
            assertThat(file).doesNotExist();
        }
        assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
    }

    @Test
    void leavesSpoolOfNewerVersion() throws IOException {
        try (EntrySpool entrySpool = spool()) {
            entrySpool.keep(made(3));
        }
        Path file = files().get(0);
        Files.writeString(file, Files.readString(file).replace("plimsoll-spool 1", "plimsoll-spool 2"));
        age(file);
        try (TelemetryStore store = open()) {
            assertThat(store.takeSpools()).isEqualTo(1);
        }
        assertThat(file).exists();
        assertThat(ids()).isEmpty();
    }

    @Test
    void concurrentImportsAddEntriesOnce() throws Exception {
        List<TelemetryEntry> entries = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            List<TelemetryEntry> some = made(200);
            try (EntrySpool entrySpool = spool()) {
                entrySpool.keep(some);
            }
            entries.addAll(some);
        }
        for (Path file : files()) {
            age(file);
        }
        List<CompletableFuture<@Nullable Void>> takers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            takers.add(CompletableFuture.runAsync(() -> {
                try (TelemetryStore store = open()) {
                    store.takeSpools();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (CompletableFuture<@Nullable Void> taker : takers) {
            taker.get();
        }
        assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
        assertThat(files()).isEmpty();
    }

    @Test
    void failedImportIsRepeated() throws Exception {
        List<TelemetryEntry> entries = made(3_000);
        try (EntrySpool entrySpool = spool()) {
            entrySpool.keep(entries);
        }
        InstantSource clock = InstantSource.system();
        try (TelemetryStore tiny = TelemetryStore.open(data, Duration.ofDays(30), 1 << 18, clock)) {
            assertThatThrownBy(tiny::takeSpools).isInstanceOf(IOException.class);
        }
        assertThat(files()).hasSize(1);
        try (TelemetryStore store = open()) {
            store.takeSpools();
        }
        assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
    }

    @Test
    void limitsTotalSpoolSize() throws IOException {
        Set<String> failures = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            try (EntrySpool entrySpool = EntrySpool.in(data, 100_000)) {
                entrySpool.keep(made(150));
            } catch (IOException e) {
                failures.add(String.valueOf(e.getMessage()).replaceAll(".*: ", ""));
            }
        }
        long size = 0;
        for (Path file : files()) {
            size += Files.size(file);
        }
        assertThat(size).isLessThan(100_500);
        assertThat(failures).hasSize(1).first().asString().contains("telemetry.maxBytes");
    }

    @Test
    void reportsUnwritableFolder() throws IOException {
        Files.writeString(data.resolve("telemetry"), "in the way");
        assertThatThrownBy(this::spool).isInstanceOf(IOException.class);
        assertThatThrownBy(this::open).isInstanceOf(IOException.class);
    }
}
