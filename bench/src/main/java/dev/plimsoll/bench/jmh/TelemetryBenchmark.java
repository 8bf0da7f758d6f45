package dev.plimsoll.bench.jmh;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.telemetry.Journal;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.gateway.telemetry.store.TelemetryStore;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the time to record a request (goal: 10 µs), and the time to query statistics of a million requests (goal: 50 ms).
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TelemetryBenchmark {

    /** A running journal that writes to a database on disk. */
    @State(Scope.Benchmark)
    public static class RunningJournal {

        private final Receipt receipt = new Receipt(
                "crm",
                "list",
                "anyone@0123456789abcdef",
                OutcomeKind.PAGINATED,
                "above the budget",
                3_900,
                16_000,
                59_000,
                300_000,
                400_000,
                new ReceiptContext(
                        "probe", true, "auto", 12, 99, 3_000, false, false, Rollout.NONE, false, ReplacedHandles.NONE));
        private final Path folder = createFolder();
        private final Journal journal = new Journal(
                () -> TelemetryStore.open(folder, Duration.ofDays(30), 1L << 30, InstantSource.system()),
                new Log(System.err, LogSeverity.OFF));

        /** Starts the journal, as {@code serve} does. */
        @Setup
        public void start() {
            journal.ensureStarted();
        }

        /** Closes the journal, and deletes its files. */
        @TearDown
        public void closeAndDelete() throws IOException {
            journal.close();
            delete(folder);
        }
    }

    /** A database with a million requests of 40 tools over six hours. */
    @State(Scope.Benchmark)
    public static class FilledDatabase {

        private static final long HOUR = Duration.ofHours(1).toMillis();

        private final Path folder = createFolder();
        private final Ledger ledger = new Ledger(folder);
        private final long now = System.currentTimeMillis();

        /** Fills the database. */
        @Setup
        public void fill() throws IOException {
            SplittableRandom random = new SplittableRandom(40);
            try (TelemetryStore store =
                    TelemetryStore.open(folder, Duration.ofDays(30), 1L << 30, InstantSource.system())) {
                for (int batch = 0; batch < 1_000; batch++) {
                    List<TelemetryEntry> entries = new ArrayList<>(1_000);
                    for (int i = 0; i < 1_000; i++) {
                        entries.add(entry(random, now - 6 * HOUR + (6 * HOUR * batch + i * 21_600) / 1_000));
                    }
                    store.write(entries);
                }
            }
        }

        private static TelemetryEntry entry(SplittableRandom random, long at) {
            int tool = random.nextInt(40);
            return new TelemetryEntry(
                    at,
                    random.nextLong(),
                    new Subject("crm", "tool" + tool, "tool", "anyone", "probe", "modern", "auto"),
                    tool % 3 == 0 ? "paginated" : "passed",
                    "",
                    new Size(random.nextInt(4_000), 9_000, random.nextInt(90_000), 300_000, -1),
                    random.nextInt(900_000),
                    random.nextInt(900),
                    0,
                    tool % 3 == 0);
        }

        /** Closes the database, and deletes its files. */
        @TearDown
        public void closeAndDelete() throws IOException {
            ledger.close();
            delete(folder);
        }
    }

    private static Path createFolder() {
        try {
            return Files.createTempDirectory("plimsoll-bench");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    @Benchmark
    public void record(RunningJournal running) {
        running.journal.onGuarded(running.receipt);
    }

    @Benchmark
    public Object sumsByTool(FilledDatabase database) throws IOException {
        RequestFilter requestFilter = new RequestFilter(database.now - 6 * FilledDatabase.HOUR, database.now, Map.of());
        return database.ledger.sums(requestFilter, List.of(Dimension.SERVER, Dimension.TOOL), 0);
    }

    @Benchmark
    public Object sumsOfOneToolByMinute(FilledDatabase database) throws IOException {
        RequestFilter requestFilter = new RequestFilter(
                database.now - 6 * FilledDatabase.HOUR, database.now, Map.of(Dimension.TOOL, Set.of("tool7")));
        return database.ledger.sums(requestFilter, List.of(), 60_000);
    }

    @Benchmark
    public Object newestOfOneTool(FilledDatabase database) throws IOException {
        RequestFilter requestFilter = new RequestFilter(0, database.now, Map.of(Dimension.TOOL, Set.of("tool7")));
        return database.ledger.requests(requestFilter, null, 50);
    }
}
