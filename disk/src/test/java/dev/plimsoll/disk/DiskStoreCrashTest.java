package dev.plimsoll.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Snapshot;
import dev.plimsoll.store.SnapshotId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills, at random times, processes that share a folder. Afterwards, each snapshot that they reported as stored must
 * exist, and each snapshot in the folder must be complete.
 */
class DiskStoreCrashTest {

    private static final int ROUNDS = 10;
    private static final int PROCESSES = 3;

    @TempDir(factory = InMemoryTempDirFactory.class)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final Random random = new Random(20260101);

    @Test
    void losesNoReportedSnapshotAndHasNoIncompleteSnapshot() throws Exception {
        List<String> reportedLines = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Process> running = new ArrayList<>();
            for (int i = 0; i < PROCESSES; i++) {
                running.add(start((round * PROCESSES + i) * 1_000_000L));
            }
            try {
                for (Process process : running) {
                    reportedLines.addAll(kill(process));
                }
            } finally {
                running.forEach(Process::destroyForcibly);
            }
        }
        assertThat(reportedLines).hasSizeGreaterThan(ROUNDS * PROCESSES);
        try (DiskStore store = DiskStore.open(
                folder, SnapshotWriterProcess.LARGE_LIMITS, InstantSource.system(), new SecureRandom())) {
            reportedLines.forEach(line -> checkLine(store, line));
            assertThat(store.usage().snapshots())
                    .isBetween(reportedLines.size(), reportedLines.size() + ROUNDS * PROCESSES);
            store.save(Payloads.request(0, 10));
            checkFiles(store);
        }
    }

    private Process start(long first) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                SnapshotWriterProcess.class.getName(),
                folder.toString(),
                "" + first);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Kills a process, and returns the complete lines of its output. */
    private List<String> kill(Process process) throws Exception {
        InputStream out = process.getInputStream();
        StringBuilder text = new StringBuilder();
        text.append((char) out.read()); // the process is running
        LockSupport.parkNanos(random.nextInt(60_000_000));
        process.toHandle().destroyForcibly(); // the output of the killed process remains in the pipe
        text.append(new String(out.readAllBytes(), UTF_8));
        assertThat(process.waitFor()).isNotZero();
        int end = text.lastIndexOf("\n");
        return end < 0 ? List.of() : text.substring(0, end).lines().toList();
    }

    private static void checkLine(DiskStore store, String line) {
        String[] words = line.split(" ", -1);
        long number = Long.parseLong(words[0]);
        SnapshotId id = new SnapshotId(Long.parseLong(words[1]), Long.parseLong(words[2]));
        assertThat(requireNonNull(store.find(id)).notes()).isEqualTo(Slice.of("" + number));
        for (int i = 0; i < 3; i++) {
            assertThat(store.findView(id, i)).isEqualTo(Slice.of("view " + i + " of " + number));
        }
    }

    /** Checks that every file with the name of a snapshot is complete, and that incomplete files have been deleted. */
    private void checkFiles(DiskStore store) {
        String[] names = requireNonNull(folder.toFile().list());
        assertThat(names).noneMatch(name -> name.endsWith(".tmp"));
        for (String name : names) {
            SnapshotId id = StoreFolder.parseId(name, StoreFolder.SNAPSHOT_SUFFIX);
            if (id != null) {
                Snapshot found = requireNonNull(store.find(id));
                Slice expected = Payloads.bytes(Long.parseLong(found.notes().utf8()), SnapshotWriterProcess.MAX_BYTES);
                // the test itself has stored a snapshot with the number 0 and fewer bytes
                if (!found.notes().equals(Slice.of("0"))) {
                    assertThat(found.segments().get(0).read(0, expected.length()))
                            .isEqualTo(expected);
                }
            }
        }
    }
}
