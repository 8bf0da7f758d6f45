package dev.plimsoll.gateway.telemetry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.SampleEntries;
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
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests spool files, and their import by the telemetry store. */
class SpoolTest {

    private static final long NOW = System.currentTimeMillis();
    private static final long MAX_BYTES = 64 << 20;

    @TempDir
    private Path data;

    private final SplittableRandom random = new SplittableRandom(5);

    private TelemetryStore open() throws IOException {
        return TelemetryStore.open(data, Duration.ofDays(30), MAX_BYTES, InstantSource.system());
    }

    private EntrySpool spool() throws IOException {
        return EntrySpool.create(data, MAX_BYTES);
    }

    private List<TelemetryEntry> randomEntries(int count) {
        return SampleEntries.random(random, count, NOW - 60_000, NOW);
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

    /** Sets the modification time of a file to an hour ago, as if its process had ended then. */
    private static void setOldModificationTime(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(NOW - 3_600_000));
    }

    @Test
    void importsGrowingSpoolOnceAndRemovesIt() throws IOException {
        List<TelemetryEntry> entries = randomEntries(500);
        try (TelemetryStore store = open()) {
            try (EntrySpool entrySpool = spool()) {
                for (int i = 0; i < 500; i += 50) {
                    entrySpool.write(entries.subList(i, i + 50));
                    store.runMaintenance();
                    store.runMaintenance();
                }
                assertThat(files()).hasSize(1);
            }
            assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
            setOldModificationTime(files().get(0));
            store.runMaintenance();
            assertThat(files()).isEmpty();
            assertThat(ids()).hasSameSizeAs(ids(entries));
        }
    }

    /** Checks that the import keeps the lock, which would end if the import closed another channel of the same file. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void importInSameProcessLeavesSpoolLocked() throws IOException {
        try (TelemetryStore store = open();
                EntrySpool entrySpool = spool()) {
            entrySpool.write(randomEntries(10));
            Object inode = Files.getAttribute(files().get(0), "unix:ino");
            store.runMaintenance();
            assertThat(ids()).isNotEmpty();
            assertThat(Files.readString(Path.of("/proc/locks"))).contains(":" + inode + " ");
        }
    }

    @Test
    void entriesSurviveRoundTrip() throws IOException {
        List<TelemetryEntry> entries = randomEntries(300);
        try (EntrySpool entrySpool = spool()) {
            entrySpool.write(entries);
        }
        assertThat(dev.plimsoll.gateway.telemetry.SpoolPart.readFrom(files().get(0), 0, 1 << 10))
                .satisfies(part -> assertThat(part).isNotNull());
        try (TelemetryStore store = open()) {
            store.runMaintenance();
        }
        assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
    }

    @Test
    void ignoresIncompleteAndUnknownLines() throws IOException {
        List<TelemetryEntry> entries = randomEntries(20);
        try (EntrySpool entrySpool = spool()) {
            entrySpool.write(entries);
        }
        Path file = files().get(0);
        Files.writeString(file, "no entry\n{\"at\":-1}\n{\"at\":17,\"outcome\":\"pas", StandardOpenOption.APPEND);
        try (TelemetryStore store = open()) {
            store.runMaintenance();
            setOldModificationTime(file);
            store.runMaintenance();
            assertThat(file).doesNotExist();
        }
        assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
    }

    @Test
    void leavesSpoolOfNewerVersion() throws IOException {
        try (EntrySpool entrySpool = spool()) {
            entrySpool.write(randomEntries(3));
        }
        Path file = files().get(0);
        Files.writeString(file, Files.readString(file).replace("plimsoll-spool 1", "plimsoll-spool 2"));
        setOldModificationTime(file);
        try (TelemetryStore store = open()) {
            assertThat(store.importSpools()).isEqualTo(1);
        }
        assertThat(file).exists();
        assertThat(ids()).isEmpty();
    }

    @Test
    void concurrentImportsAddEntriesOnce() throws Exception {
        List<TelemetryEntry> entries = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            List<TelemetryEntry> spoolEntries = randomEntries(200);
            try (EntrySpool entrySpool = spool()) {
                entrySpool.write(spoolEntries);
            }
            entries.addAll(spoolEntries);
        }
        for (Path file : files()) {
            setOldModificationTime(file);
        }
        List<CompletableFuture<@Nullable Void>> imports = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            imports.add(CompletableFuture.runAsync(() -> {
                try (TelemetryStore store = open()) {
                    store.importSpools();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (CompletableFuture<@Nullable Void> importing : imports) {
            importing.get();
        }
        assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
        assertThat(files()).isEmpty();
    }

    @Test
    void failedImportIsRepeated() throws Exception {
        List<TelemetryEntry> entries = randomEntries(3_000);
        try (EntrySpool entrySpool = spool()) {
            entrySpool.write(entries);
        }
        InstantSource clock = InstantSource.system();
        try (TelemetryStore smallStore = TelemetryStore.open(data, Duration.ofDays(30), 1 << 18, clock)) {
            assertThatThrownBy(smallStore::importSpools).isInstanceOf(IOException.class);
        }
        assertThat(files()).hasSize(1);
        try (TelemetryStore store = open()) {
            store.importSpools();
        }
        assertThat(ids()).containsExactlyInAnyOrderElementsOf(ids(entries));
    }

    @Test
    void limitsTotalSpoolSize() throws IOException {
        Set<String> failures = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            try (EntrySpool entrySpool = EntrySpool.create(data, 100_000)) {
                entrySpool.write(randomEntries(150));
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
