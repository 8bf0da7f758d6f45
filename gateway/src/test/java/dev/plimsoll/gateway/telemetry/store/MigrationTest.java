package dev.plimsoll.gateway.telemetry.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.gateway.telemetry.SampleEntries;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.store.Ledger.Group;
import dev.plimsoll.gateway.telemetry.store.SumLabel.Dimension;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.telemetry.Rollout.ShadowAnswer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.JDBC;

/**
 * Tests the migration of a database from each earlier format. The database contains three requests of
 * 2026-11-20, one of which is a follow-up read.
 */
class MigrationTest {

    /** The database in its first format, compressed with gzip, in Base64. */
    private static final String FIRST_FORMAT =
            "H4sIAAAAAAACA+3dTWwbRRQH8JlZO7bz4Q2KIsuHkEG9JCIfoKSoKhVNQqwQNTitcUirVoS1PUlM17vO7rpupByaUiEuILhXCDhy"
                    + "4orgUKGChLggDgipl16QegSpQMSlzO56HX9FjS9IQf9fvd74ed7MeNYj9dmR8sallaIj+KZplTSHz5BBQimZ45wQEpJHjBzqqcVI"
                    + "LU6D46JeLJHOQmQqTwfUAxLp/YfEP1J/7P+hv9qf6NuUDwEAAAAA/kPvRCKJZJLuTztaThd22TR127+PvZpJzWdTPDu/sJLifoyP"
                    + "GVpJ8GzqcpZfzCy/Pp+5wi+krkxwR7suDL6czqaWUhmeXs3y9NrKyjhfX86+trqW5ZnV9eXF/ameSGJ4mN4+7w9WKdnuEW0eSEb4"
                    + "mO2Iclt3E1z+57w9qGs5oXeI582K4dh8YWV1oSHaMG1/GLfXWifjLRN+KxxJjI/QfaVoFMRNS+xUhO3YG17b4FGkNvvl9GLqMm9u"
                    + "w1fT9Qgf80L+aEallBPW+MVQT+LUCDWbu9ec4Meezn3LVWjquKHHdxeVSGJkhL531VvioE1wDjct9WEPfnZ9DZsubVdrXix0CG6a"
                    + "um5W7Q7PXBflTr1rhl0V1oZjyjdVpzRLaHrLs/Wk3K4jOuWYVnGraLTldWpxVBeyRCx1ipeKecvs2GPV2DjySc0qeRtpgle3d/0t"
                    + "Vd83t89Qb1veueBdRm+1bf9eabqEfoyPNax708WzhXVDXtim3uVulXu5NSaMQlm+EZ3WeF7T9fYe8npRtLcVltYasp1dXbQGzYqT"
                    + "N0tt4bX08qW1lNyV3qT9aR5OLJhKMLg3XG2Aepfj48+znsT5JCXenrJ3dHnRNrSK4+8xf1vaGy/6Z7eOj5JaAf+UOwAAAAAAAAA4"
                    + "4QbkoahvEvW++oE8AQAAAAAAAMCxnVZ6ydDocDKRHE7mrdKWcDZMqyAs93t9zdg1DVG2zJwomTJmuN/RlzXbFoXTTKad8tKGZZpe"
                    + "tGt59pGJltAKZ2k9bfSYaWXN/YUPRxR6vfp/najr6nfqh7hyAAAAAAAAAF14qTco/2kX9b8i02rlP+2i/mdng7TRWLf1v//9/1Wi"
                    + "fq9+LE8AAAAAAAAA0J1Z5RkSpjQapYRR9x+Zpp8dbD1bVgZu0ofy9mTo/bFq0dkuGtzZFjxXKWwJZ4Z5WTTKCFMUyhh5TmZtDj5i"
                    + "/X3xX6f2yN05tkOe0Ak64db+RWOLm8YZKpNiNBrzkphMmnSTBkifem7qoZ9CH6e5ckfLmTdEw3D+9/8PiPqn+kieAAAAAAAAAOBk"
                    + "6Q+5nyP4nzgowQP3gwTWGwrHYv4HBH79/wtRH6u/yRMAAAAAAAAAnBjxMJXlvhIU//5DFpT/feFYU/0fiy+R+IP4nvqT+opqqZ/G"
                    + "l1Q1/gVWEQAAAAAAANrMygozdk1WmH/NfUMYZwfn7n1Nb/0RunV/iBHCaq3YJ5Sxn+XxrTz22GQ4GqZpvw5lMunLlw++cv/inPwh"
                    + "6JfdpYywHJO3F9wiNlMbQpHNf6f3Iu7RMA2WZu7tc9n9LJuR3ceu1bo/5pSm3EHSwet46pxm3Eq6yyEmZc7xX/W02zrjtz7Oi552"
                    + "19Rr//fbx2nv1v9kEG9gAAAAAAAAgP+zfwHNZhLqAJAAAA==";

    private static final long RECORDED_AT =
            Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();

    @TempDir
    private Path data;

    @BeforeEach
    void unpackFile() throws IOException {
        Path file = Database.file(data);
        Files.createDirectories(file.getParent());
        byte[] packed = Base64.getDecoder().decode(FIRST_FORMAT);
        try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            Files.copy(unpacked, file);
        }
    }

    private TelemetryStore open() throws IOException {
        return TelemetryStore.open(
                data, Duration.ofDays(30), 64 << 20, InstantSource.fixed(Instant.ofEpochMilli(RECORDED_AT + 100_000)));
    }

    private static RequestFilter filter(Map<Dimension, Set<String>> dimensions) {
        return new RequestFilter(RECORDED_AT - 60_000, RECORDED_AT + 600_000, dimensions);
    }

    @Test
    void readsOldEntries() throws IOException {
        assertOldEntriesAreRead();
    }

    private void assertOldEntriesAreRead() throws IOException {
        open().close();
        try (Ledger ledger = new Ledger(data)) {
            List<TelemetryRow> rows = ledger.requests(filter(Map.of()), null, 10);
            assertThat(rows).extracting(TelemetryRow::id).containsExactly(13L, 12L, 11L);
            assertThat(rows)
                    .extracting(telemetryRow -> telemetryRow.label().arm())
                    .containsOnly("");
            assertThat(rows).extracting(TelemetryRow::shadowAnswer).containsOnlyNulls();
            assertThat(rows.get(2).size().originalTokens()).isEqualTo(40_000);
            RequestSums requestSums = ledger.sums(filter(Map.of()), List.of(), 0)
                    .values()
                    .iterator()
                    .next();
            assertThat(requestSums.count(RequestCounter.REQUESTS)).isEqualTo(3);
            assertThat(requestSums.count(RequestCounter.SHADOWED)).isZero();
        }
    }

    @Test
    void addsArmsToOldEntries() throws IOException {
        try (TelemetryStore store = open()) {
            store.write(List.of(
                    SampleEntries.entry(RECORDED_AT + 1, "list_orders", "passed")
                            .withRollout(new Rollout(Arm.CONTROL, 7, null)),
                    SampleEntries.entry(RECORDED_AT + 2, "list_orders", "paginated")
                            .withRollout(new Rollout(Arm.PROTECTED, 8, null)),
                    SampleEntries.entry(RECORDED_AT + 3, "list_orders", "passed")
                            .withRollout(
                                    new Rollout(Arm.SHADOW, 0, new ShadowAnswer(OutcomeKind.PAGINATED, 700, 2_800)))));
        }
        try (Ledger ledger = new Ledger(data)) {
            Map<Group, RequestSums> sums = ledger.sums(filter(Map.of()), List.of(Dimension.ARM), 0);
            assertThat(sums).hasSize(4);
            assertThat(sums.get(new Group(List.of("none"), SumStep.MINUTE.floor(RECORDED_AT - 60_000))))
                    .extracting(sum -> sum.count(RequestCounter.REQUESTS))
                    .isEqualTo(3L);
            List<TelemetryRow> rows = ledger.requests(filter(Map.of(Dimension.ARM, Set.of("shadow"))), null, 10);
            assertThat(rows)
                    .singleElement()
                    .extracting(TelemetryRow::shadowAnswer)
                    .isEqualTo(new ShadowAnswer(OutcomeKind.PAGINATED, 700, 2_800));
            List<UnitSums> unitSums = new ArrayList<>();
            ledger.forEachUnit(filter(Map.of()), true, unitSums::add);
            assertThat(unitSums).extracting(UnitSums::arm).containsExactlyInAnyOrder("control", "protected");
        }
    }

    @Test
    void migratesOnce() throws IOException {
        open().close();
        open().close();
        try (Ledger ledger = new Ledger(data)) {
            assertThat(ledger.requests(filter(Map.of()), null, 10)).hasSize(3);
        }
    }

    /**
     * Migrates the database to the current format, and then removes the columns that formats later than
     * {@code format} have added.
     */
    private void downgrade(int format) throws Exception {
        open().close();
        try (Connection connection = Database.open(data, 64 << 20)) {
            List<String> addedColumns = List.of("exact", "handles", "handle_bytes", "handle_tokens");
            for (String column : addedColumns.subList(format == 2 ? 0 : 1, addedColumns.size())) {
                Database.execute(connection, "ALTER TABLE requests DROP COLUMN " + column);
            }
            Database.execute(connection, "PRAGMA user_version = " + format);
        }
    }

    private Connection connect() throws Exception {
        return new JDBC().connect("jdbc:sqlite:" + Database.file(data), new Properties());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void addsCountsOfHandlesToLaterFormats(int format) throws Exception {
        downgrade(format);
        ReplacedHandles handles = new ReplacedHandles(2, 900, 240);
        TelemetryEntry entry = SampleEntries.entry(RECORDED_AT + 1, "send", "passed");
        Size size = new Size(1, 2, 3, 4, -1, false, handles);
        try (TelemetryStore store = open()) {
            store.write(List.of(new TelemetryEntry(
                    entry.atMillis(), 14, entry.subject(), entry.outcome(), "", size, 10, 10, 0, false)));
        }
        try (Ledger ledger = new Ledger(data)) {
            assertThat(ledger.requests(filter(Map.of()), null, 10))
                    .extracting(row -> row.size().handles())
                    .containsExactlyInAnyOrder(
                            handles, ReplacedHandles.NONE, ReplacedHandles.NONE, ReplacedHandles.NONE);
            RequestSums sums = ledger.sums(filter(Map.of()), List.of(), 0)
                    .values()
                    .iterator()
                    .next();
            assertThat(sums.count(RequestCounter.REQUESTS)).isEqualTo(4);
            assertThat(sums.count(RequestCounter.HANDLE_CALLS)).isEqualTo(1);
            assertThat(sums.count(RequestCounter.HANDLES)).isEqualTo(2);
            assertThat(sums.count(RequestCounter.HANDLE_BYTES)).isEqualTo(900);
            assertThat(sums.count(RequestCounter.HANDLE_TOKENS)).isEqualTo(240);
        }
    }

    @Test
    void failedMigrationChangesNothing() throws Exception {
        downgrade(3);
        try (Connection connection = connect()) {
            // the last change of the last step fails
            Database.execute(connection, "ALTER TABLE requests ADD COLUMN handle_tokens INTEGER");
        }
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("telemetry.db: cannot be used");
        try (Connection connection = connect()) {
            assertThat(Database.queryNumber(connection, "PRAGMA user_version")).isEqualTo(3);
            assertThat(Database.queryNumber(
                            connection, "SELECT count(*) FROM pragma_table_info('requests') WHERE name = 'handles'"))
                    .isZero();
            Database.execute(connection, "ALTER TABLE requests DROP COLUMN handle_tokens");
        }
        assertOldEntriesAreRead();
    }

    @RepeatedTest(30)
    void concurrentMigrationsSucceed() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Callable<Void> migrate = () -> {
            barrier.await();
            open().close();
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (Future<Void> migration : threads.invokeAll(List.of(migrate, migrate))) {
                migration.get();
            }
        }
        assertOldEntriesAreRead();
    }
}
