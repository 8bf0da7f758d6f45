package dev.plimsoll.gateway.telemetry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.telemetry.SampleEntries;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.store.Ledger.Group;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow.Position;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelemetryStoreTest {

    private static final long NOW = Instant.parse("2026-11-21T12:34:56Z").toEpochMilli();
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final Duration MONTH = Duration.ofDays(30);

    @TempDir
    private Path data;

    private final SplittableRandom random = new SplittableRandom(12);

    private TelemetryStore open() throws IOException {
        return TelemetryStore.open(data, MONTH, 64 << 20, InstantSource.fixed(Instant.ofEpochMilli(NOW)));
    }

    private static RequestFilter allRequests() {
        return new RequestFilter(0, Long.MAX_VALUE / 2, Map.of());
    }

    private Map<Group, byte[]> sums(RequestFilter requestFilter, List<Dimension> by, long bucket) throws IOException {
        try (Ledger ledger = new Ledger(data)) {
            return packed(ledger.sums(requestFilter, by, bucket));
        }
    }

    private static Map<Group, byte[]> packed(Map<Group, RequestSums> sums) {
        Map<Group, byte[]> packed = new HashMap<>();
        sums.forEach((group, sum) -> packed.put(group, sum.pack()));
        return packed;
    }

    private static Map<Group, byte[]> expected(
            List<TelemetryEntry> entries, RequestFilter requestFilter, List<Dimension> by, long bucket) {
        Map<Group, RequestSums> sums = new HashMap<>();
        for (TelemetryEntry telemetryEntry : entries) {
            SumLabel sumLabel = SumLabel.of(telemetryEntry);
            if (telemetryEntry.atMillis() >= requestFilter.from()
                    && telemetryEntry.atMillis() < requestFilter.to()
                    && requestFilter.accepts(sumLabel)) {
                long at =
                        bucket == 0 ? requestFilter.from() : Math.floorDiv(telemetryEntry.atMillis(), bucket) * bucket;
                Group group = new Group(by.stream().map(sumLabel::get).toList(), at);
                sums.computeIfAbsent(group, key -> new RequestSums()).add(telemetryEntry);
            }
        }
        return packed(sums);
    }

    private static long requests(Map<Group, RequestSums> sums, String name, long at) {
        return Objects.requireNonNull(sums.get(new Group(List.of(name), at)), name)
                .count(RequestCounter.REQUESTS);
    }

    @Test
    void sumsMatchEntriesForAnyQuery() throws IOException {
        long from = NOW - 3 * DAY;
        List<TelemetryEntry> entries = SampleEntries.random(random, 4_000, from, NOW);
        try (TelemetryStore store = open()) {
            for (int i = 0; i < entries.size(); i += 250) {
                store.write(entries.subList(i, i + 250));
            }
        }
        for (int round = 0; round < 40; round++) {
            long begin = SumStep.MINUTE.floor(random.nextLong(from - DAY, NOW));
            long end = begin + MINUTE * (1 + random.nextInt(4_000));
            Map<Dimension, Set<String>> dimensions = random.nextBoolean()
                    ? Map.of()
                    : Map.of(Dimension.TOOL, Set.of("tool1", "tool3"), Dimension.ERA, Set.of("modern"));
            RequestFilter requestFilter = new RequestFilter(begin, end, dimensions);
            List<Dimension> by = List.of(
                            List.<Dimension>of(), List.of(Dimension.OUTCOME), List.of(Dimension.SERVER, Dimension.TOOL))
                    .get(random.nextInt(3));
            long bucket = new long[] {0, MINUTE, 7 * MINUTE, 60 * MINUTE, DAY}[random.nextInt(5)];
            assertThat(sums(requestFilter, by, bucket))
                    .as("round %s: %s by %s, %s", round, requestFilter, by, bucket)
                    .containsExactlyInAnyOrderEntriesOf(expected(entries, requestFilter, by, bucket));
        }
    }

    @Test
    void pagesRequestsNewestFirst() throws IOException {
        List<TelemetryEntry> entries = SampleEntries.random(random, 700, NOW - 5_000, NOW);
        try (TelemetryStore store = open()) {
            store.write(entries);
        }
        RequestFilter requestFilter = new RequestFilter(0, NOW - 100, Map.of(Dimension.TOOL, Set.of("tool2", "tool4")));
        List<TelemetryRow> rows = new ArrayList<>();
        try (Ledger ledger = new Ledger(data)) {
            Position after = null;
            List<TelemetryRow> page;
            do {
                page = ledger.requests(requestFilter, after, 7);
                rows.addAll(page);
                after = page.isEmpty() ? null : page.get(page.size() - 1).position();
            } while (after != null);
        }
        List<Long> expectedIds = entries.stream()
                .filter(telemetryEntry -> telemetryEntry.atMillis() < NOW - 100
                        && Set.of("tool2", "tool4")
                                .contains(telemetryEntry.subject().tool())
                        && !telemetryEntry.outcome().equals(TelemetryEntry.LISTED))
                .map(TelemetryEntry::id)
                .toList();
        assertThat(rows).isSortedAccordingTo((one, other) -> one.position().compareTo(other.position()));
        assertThat(rows).extracting(TelemetryRow::id).containsExactlyInAnyOrderElementsOf(expectedIds);
    }

    @Test
    void rowHasStoredValues() throws IOException {
        TelemetryEntry telemetryEntry = SampleEntries.entry(NOW, "list", "read");
        try (TelemetryStore store = open()) {
            store.write(List.of(telemetryEntry));
            store.write(List.of());
        }
        try (Ledger ledger = new Ledger(data)) {
            TelemetryRow telemetryRow = ledger.requests(allRequests(), null, 10).get(0);
            assertThat(telemetryRow.size()).isEqualTo(telemetryEntry.size());
            assertThat(telemetryRow.label()).isEqualTo(SumLabel.of(telemetryEntry));
            assertThat(telemetryRow.followUpOf()).isEqualTo(7);
            assertThat(telemetryRow.why()).isEqualTo("because");
            assertThat(telemetryRow.micros()).isEqualTo(2_500);
        }
    }

    @Test
    void concurrentWritersLoseNothing() throws Exception {
        List<CompletableFuture<@Nullable Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            String tool = "tool" + writer;
            writers.add(CompletableFuture.runAsync(() -> {
                try (TelemetryStore store = open()) {
                    for (int i = 0; i < 25; i++) {
                        store.write(List.of(
                                SampleEntries.entry(NOW, tool, "passed"),
                                SampleEntries.entry(NOW, "shared", "passed")));
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (CompletableFuture<@Nullable Void> writer : writers) {
            writer.get();
        }
        try (Ledger ledger = new Ledger(data)) {
            Map<Group, RequestSums> sums =
                    ledger.sums(new RequestFilter(NOW, NOW + 1, Map.of()), List.of(Dimension.TOOL), DAY);
            long at = SumStep.DAY.floor(NOW);
            assertThat(requests(sums, "shared", at)).isEqualTo(100);
            assertThat(requests(sums, "tool2", at)).isEqualTo(25);
            assertThat(ledger.requests(allRequests(), null, 1_000)).hasSize(200);
        }
    }

    @Test
    void deletesOldRequestsAndKeepsDailySums() throws IOException {
        long old = NOW - 40 * DAY;
        try (TelemetryStore store = open()) {
            store.write(
                    List.of(SampleEntries.entry(old, "list", "passed"), SampleEntries.entry(NOW, "list", "passed")));
            store.runMaintenance();
        }
        try (Ledger ledger = new Ledger(data)) {
            assertThat(ledger.requests(allRequests(), null, 10)).hasSize(1);
            RequestFilter requestFilter = new RequestFilter(SumStep.DAY.floor(old), SumStep.DAY.ceiling(NOW), Map.of());
            assertThat(ledger.sums(requestFilter, List.of(), 0)
                            .values()
                            .iterator()
                            .next()
                            .count(RequestCounter.REQUESTS))
                    .isEqualTo(2);
        }
    }

    @Test
    void deletesOldestAboveLimit() throws IOException {
        long maxBytes = 2 << 20;
        InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(NOW));
        try (TelemetryStore store = TelemetryStore.open(data, MONTH, maxBytes, clock)) {
            for (int i = 0; i < 7; i++) {
                store.write(SampleEntries.random(
                        random, 1_000, NOW - 10 * DAY + i * DAY, NOW - 10 * DAY + i * DAY + MINUTE));
            }
            // the clock of the test does not move, so the store would not run the retention again by itself
            store.runMaintenance();
            store.write(List.of(SampleEntries.entry(NOW, "list", "passed")));
        }
        try (Ledger ledger = new Ledger(data)) {
            assertThat(ledger.requests(allRequests(), null, 10))
                    .isNotEmpty()
                    .first()
                    .matches(telemetryRow -> telemetryRow.position().atMillis() == NOW);
        }
    }

    @Test
    void fullDiskRollsBackAndRecovers() throws IOException {
        InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(NOW));
        try (TelemetryStore store = TelemetryStore.open(data, MONTH, 1 << 18, clock)) {
            store.write(List.of(SampleEntries.entry(NOW, "list", "passed")));
            List<TelemetryEntry> manyEntries = SampleEntries.random(random, 20_000, NOW - DAY, NOW);
            assertThatThrownBy(() -> store.write(manyEntries))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("full");
            store.write(List.of(SampleEntries.entry(NOW, "list", "passed")));
        }
        try (Ledger ledger = new Ledger(data)) {
            assertThat(ledger.requests(allRequests(), null, 100)).hasSize(2);
        }
    }

    @Test
    void limitsNumberOfLabels() throws IOException {
        InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(NOW));
        try (TelemetryStore store = TelemetryStore.open(data, MONTH, 64 << 20, 10, clock)) {
            for (int i = 0; i < 50; i++) {
                store.write(List.of(SampleEntries.entry(NOW, "tool" + i, "passed")));
            }
        }
        try (Ledger ledger = new Ledger(data)) {
            Map<Group, RequestSums> sums =
                    ledger.sums(new RequestFilter(NOW, NOW + 1, Map.of()), List.of(Dimension.TOOL), DAY);
            assertThat(sums).hasSize(11);
            assertThat(requests(sums, "other", SumStep.DAY.floor(NOW))).isEqualTo(40);
        }
    }

    @Test
    void refusesAndKeepsADatabaseOfANewerVersion() throws Exception {
        open().close();
        try (Connection connection = Database.open(data, 64 << 20)) {
            Database.execute(connection, "PRAGMA user_version = 99");
        }
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("newer version")
                .hasMessageContaining("99");
        assertThat(Database.file(data)).exists();
        try (Ledger ledger = new Ledger(data)) {
            assertThatThrownBy(() -> ledger.requests(allRequests(), null, 1)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void refusesAndKeepsAFileThatIsNoDatabase() throws IOException {
        Path file = Database.file(data);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "a letter to somebody, long enough to be no header of a database".repeat(20));
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("telemetry.db");
        assertThat(Files.readString(file)).startsWith("a letter");
    }

    @Test
    void databaseIsReadableOnlyByOwner() throws IOException {
        try (TelemetryStore store = open()) {
            store.write(List.of(SampleEntries.entry(NOW, "list", "passed")));
            try (var files = Files.list(Database.file(data).getParent())) {
                assertThat(files.map(TelemetryStoreTest::permissions)).containsOnly("rw-------");
            }
        }
    }

    private static String permissions(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void reportsMissingDatabase() {
        try (Ledger ledger = new Ledger(data)) {
            assertThatThrownBy(() -> ledger.requests(allRequests(), null, 1))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does not exist yet");
        }
        assertThat(Database.file(data)).doesNotExist();
    }
}
