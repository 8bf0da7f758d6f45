package dev.plimsoll.disk;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.store.StoreException.Reason;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.testkit.FakeClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests folders that contain damaged files or files of other programs, and changes by other processes. */
class DiskStoreFolderTest {

    private static final StoreLimits LARGE_LIMITS = new StoreLimits(64 << 20, 64 << 20, 1_000);

    @TempDir(factory = InMemoryTempDirFactory.class)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path parent;

    private final FakeClock clock = new FakeClock();
    private final SplittableRandom idGenerator = new SplittableRandom(1);
    private final List<String> warnings = new ArrayList<>();

    private Path folder() {
        return parent.resolve("a/store");
    }

    private DiskStore open() {
        return DiskStore.open(folder(), LARGE_LIMITS, clock, idGenerator, warnings::add);
    }

    private Path fileWithSuffix(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void onlyTheOwnerHasAccessToTheFiles() throws IOException {
        try (DiskStore store = open()) {
            store.addView(store.save(Payloads.request(1, 1_000)).id(), Slice.of("view"));
            assertThat(permissions(folder())).isEqualTo("rwx------");
            try (Stream<Path> files = Files.list(folder())) {
                List<Path> otherFiles =
                        files.filter(file -> !file.endsWith("FORMAT")).toList();
                assertThat(otherFiles)
                        .hasSize(3)
                        .allMatch(file -> permissions(file).equals("rw-------"));
            }
        }
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
        open().close();
        assertThat(permissions(folder())).isEqualTo("rwx------");
    }

    private static String permissions(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void onlyTheOwnerHasAccessToFoldersAbove() throws IOException {
        Path data = folder().resolveSibling("data");

        DiskStore.open(data.resolve("snapshots"), LARGE_LIMITS, clock, idGenerator)
                .close();

        assertThat(permissions(data)).isEqualTo("rwx------");
    }

    @Test
    void rejectsFolderOfNewerVersionAndDeletesNothing() throws IOException {
        try (DiskStore store = open()) {
            store.save(Payloads.request(1, 1_000));
        }
        Files.writeString(folder().resolve("FORMAT"), "plimsoll-store 2\n");
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("format 2")
                .hasMessageContaining("up to 1")
                .hasMessageContaining("newer version");
        assertThat(fileWithSuffix(".snap")).exists();
    }

    @Test
    void ignoresSingleFileOfNewerVersion() throws IOException {
        SnapshotId id;
        try (DiskStore store = open()) {
            id = store.save(Payloads.request(1, 1_000)).id();
        }
        Path file = fileWithSuffix(".snap");
        byte[] newer = Files.readAllBytes(file);
        newer[7] = SnapshotHeader.VERSION + 1;
        Files.write(file, newer);
        try (DiskStore store = open()) {
            assertThat(store.find(id)).isNull();
            assertThat(store.usage().snapshots()).isZero();
            clock.advance(Duration.ofDays(2));
            store.save(Payloads.request(2, 1_000));
        }
        assertThat(file).hasBinaryContent(newer);
        assertThat(warnings).isEmpty();
    }

    @Test
    void rejectsFolderOfAnotherProgram() throws IOException {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("letter.txt"), "dear");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class).hasMessageContaining("its own folder");
        Files.delete(folder().resolve("letter.txt"));
        Files.writeString(folder().resolve("FORMAT"), "JPEG");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class).hasMessageContaining("not from Plimsoll");
        Files.delete(folder().resolve("FORMAT"));
        Files.delete(folder());
        Files.writeString(folder(), "a file");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class).hasMessageContaining("not a folder");
    }

    @Test
    void ignoresFilesOfOtherPrograms() throws IOException {
        try (DiskStore store = open()) {
            Files.writeString(folder().resolve("notes.txt"), "mine");
            Files.createDirectory(folder().resolve("snap"));
            Files.writeString(folder().resolve("ABC.snap"), "mine");
            store.save(Payloads.request(1, 1_000));
        }
        try (DiskStore store = open()) {
            assertThat(store.usage().snapshots()).isEqualTo(1);
        }
        assertThat(folder().resolve("notes.txt")).hasContent("mine");
        assertThat(folder().resolve("ABC.snap")).hasContent("mine");
        assertThat(warnings).isEmpty();
    }

    @Test
    void ignoresRenamedFiles() throws IOException {
        SnapshotId other = new SnapshotId(1, 2);
        SnapshotId id;
        try (DiskStore store = open()) {
            id = store.save(Payloads.request(1, 1_000)).id();
        }
        Files.move(fileWithSuffix(".snap"), folder().resolve(other + ".snap"));
        try (DiskStore store = open()) {
            assertThat(store.find(other)).isNull();
            assertThat(store.find(id)).isNull();
        }
        assertThat(warnings).singleElement().asString().doesNotContain(other.toString());
    }

    @Test
    void neverServesWrongBytesFromTruncatedFiles() throws IOException {
        Snapshot snapshot;
        try (DiskStore store = open()) {
            snapshot = store.save(Payloads.request(Slice.of("notes"), Payloads.bytes(7, 300), Payloads.bytes(8, 300)));
        }
        Path file = fileWithSuffix(".snap");
        byte[] original = Files.readAllBytes(file);
        for (int length = 0; length < original.length; length++) {
            Files.write(file, Arrays.copyOf(original, length));
            assertNotServed(snapshot.id());
        }
        Files.write(file, Arrays.copyOf(original, original.length + 1));
        assertNotServed(snapshot.id());
        Files.write(file, original);
        try (DiskStore store = open()) {
            assertThat(requireNonNull(store.find(snapshot.id())).notes()).isEqualTo(Slice.of("notes"));
        }
    }

    private void assertNotServed(SnapshotId id) throws IOException {
        warnings.clear();
        try (DiskStore store = open()) {
            assertThat(store.find(id)).isNull();
            assertThat(store.usage().snapshots()).isZero();
        }
        assertThat(warnings).hasSize(1);
        Files.delete(fileWithSuffix(".damaged"));
    }

    @Test
    void neverServesWrongBytesFromDamagedFiles() throws IOException {
        Slice first = Payloads.bytes(7, 300);
        Slice second = Payloads.bytes(8, 300);
        SnapshotId id;
        try (DiskStore store = open()) {
            id = store.save(Payloads.request(Slice.of("notes"), first, second)).id();
        }
        Path file = fileWithSuffix(".snap");
        byte[] original = Files.readAllBytes(file);
        int rejected = 0;
        for (int i = 0; i < original.length; i++) {
            byte[] damaged = original.clone();
            damaged[i] ^= (byte) (1 << (i % 8));
            Files.write(file, damaged);
            clock.advance(Duration.ofMillis(1));
            try (DiskStore store = open()) {
                Snapshot found = store.find(id);
                if (found == null) {
                    rejected++;
                    continue;
                }
                assertThat(found.notes()).isEqualTo(Slice.of("notes"));
                assertCorrectOrGone(found, 0, first);
                assertCorrectOrGone(found, 1, second);
            }
        }
        assertThat(rejected).isGreaterThan(original.length / 5);
    }

    /**
     * Checks that a snapshot whose table of blocks is damaged is unreadable, even if the blocks themselves are intact.
     */
    @Test
    void rejectsReadsWithADamagedBlockTable() throws IOException {
        Slice twoBlocks = Payloads.ofLength(9, BlockWriter.BLOCK_BYTES + 1_000);
        SnapshotId id;
        try (DiskStore store = open()) {
            id = store.save(Payloads.request(Slice.of("notes"), twoBlocks)).id();
        }
        Path file = fileWithSuffix(".snap");
        int table = SnapshotHeader.read(file.toFile()).headerBytes();
        byte[] damaged = Files.readAllBytes(file);
        damaged[table + 2 * BlockWriter.ENTRY_BYTES - 1] ^= 1;
        Files.write(file, damaged);
        try (DiskStore store = open()) {
            Snapshot found = requireNonNull(store.find(id));
            assertThatThrownBy(() -> found.segments().get(0).read(0, 100))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GONE));
        }
    }

    private static void assertCorrectOrGone(Snapshot found, int segment, Slice expected) {
        try {
            assertThat(found.segments().get(segment).read(0, expected.length())).isEqualTo(expected);
        } catch (StoreException e) {
            assertThat(e.reason()).isEqualTo(Reason.GONE);
        }
    }

    @Test
    void removesIncompleteView() throws IOException {
        SnapshotId id;
        try (DiskStore store = open()) {
            id = store.save(Payloads.request(1, 10)).id();
            store.addView(id, Slice.of("first"));
            store.addView(id, Slice.of("second"));
        }
        Path file = fileWithSuffix(".views");
        byte[] original = Files.readAllBytes(file);
        for (int length = original.length - 1; length >= 0; length--) {
            Files.write(file, Arrays.copyOf(original, length));
            try (DiskStore store = open()) {
                assertThat(store.findView(id, 0)).isIn(Slice.of("first"), null);
                assertThat(store.findView(id, 1)).isNull();
                int number = store.addView(id, Slice.of("other"));
                assertThat(store.findView(id, number)).isEqualTo(Slice.of("other"));
                // the file header and the first view take 21 bytes
                assertThat(number).isEqualTo(length >= 21 ? 1 : 0);
            }
        }
    }

    @Test
    void removesSnapshotWithDamagedViews() throws IOException {
        SnapshotId id;
        try (DiskStore store = open()) {
            id = store.save(Payloads.request(1, 10)).id();
            store.addView(id, Slice.of("first"));
            store.addView(id, Slice.of("second"));
        }
        Path file = fileWithSuffix(".views");
        byte[] damaged = Files.readAllBytes(file);
        damaged[17] ^= 1;
        Files.write(file, damaged);
        try (DiskStore store = open()) {
            assertThat(store.findView(id, 1)).isNull();
            assertThat(store.find(id)).isNull();
        }
        assertThat(warnings).hasSize(1);
    }

    @Test
    void findsNoSnapshotOfADeletedFile() throws IOException {
        try (DiskStore store = open()) {
            Snapshot snapshot = store.save(Payloads.request(1, 1_000));
            Files.delete(fileWithSuffix(".snap"));
            assertThatThrownBy(() -> snapshot.segments().get(0).read(0, 1))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GONE));
            assertThat(store.find(snapshot.id())).isNull();
            assertThat(store.usage().snapshots()).isZero();
        }
    }

    @Test
    void evictsNoSnapshotThatAnotherProcessHasUsed() {
        FolderIndex index = new FolderIndex(StoreFolder.open(folder()), LARGE_LIMITS, clock, warnings::add);
        try (DiskStore store = open()) {
            SnapshotId usedId = store.save(Payloads.request(1, 1_000)).id();
            SnapshotId idleId = store.save(Payloads.request(2, 1_000)).id();
            assertThat(index.findEntry(usedId)).isNotNull();
            assertThat(index.findEntry(idleId)).isNotNull();
            clock.advance(StoreLimits.PROTECTION_TIME.plusMinutes(1));
            assertThat(store.find(usedId)).isNotNull();

            assertThat(index.evictIdle(LARGE_LIMITS.maxBytes())).isTrue();

            assertThat(store.find(usedId)).isNotNull();
            assertThat(store.find(idleId)).isNull();
            assertThat(index.evictIdle(LARGE_LIMITS.maxBytes())).isFalse();
        } finally {
            index.close();
        }
    }

    @Test
    void recreatesDeletedFolder() throws IOException {
        try (DiskStore store = open()) {
            SnapshotId deletedId = store.save(Payloads.request(1, 1_000)).id();
            delete(folder());
            assertThat(store.find(deletedId)).isNull();
            SnapshotId id = store.save(Payloads.request(2, 1_000)).id();
            assertThat(requireNonNull(store.find(id)).notes()).isEqualTo(Slice.of("2"));
            assertThat(permissions(folder())).isEqualTo("rwx------");
        }
        open().close();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    @Test
    void deletesOnlyFilesOfEndedProcesses() throws IOException {
        try (DiskStore runningStore = open();
                DiskStore store = open()) {
            runningStore.save(Payloads.request(1, 10));
            Path fileOfRunningStore = folder().resolve(
                            fileWithSuffix(".lock").getFileName().toString().replace(".lock", ".7.tmp"));
            Files.writeString(fileOfRunningStore, "being written");
            Files.writeString(folder().resolve("1-dead-2.1.tmp"), "half");
            Files.writeString(folder().resolve("1-dead-2.lock"), "");
            Files.writeString(folder().resolve("1-unlocked-2.1.tmp"), "half");
            Files.writeString(folder().resolve(new SnapshotId(1, 2) + ".views"), "without snapshot");
            store.save(Payloads.request(2, 10));
            assertThat(fileOfRunningStore).exists();
            Files.delete(fileOfRunningStore);
        }
        try (Stream<Path> files = Files.list(folder())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .allMatch(name -> name.endsWith(".snap") || name.equals("FORMAT"));
        }
    }
}
