package dev.plimsoll.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.ReceiptContext;
import dev.plimsoll.telemetry.ReplacedHandles;
import dev.plimsoll.telemetry.Rollout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class JournalTest {

    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(20);

    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.INFO);
    private final List<TelemetryEntry> written = Collections.synchronizedList(new ArrayList<>());

    /** A sink that fails or blocks when the test requests it. */
    private final class Sink implements EntrySink {

        private final CountDownLatch open;
        private volatile boolean isBroken;

        Sink(int latchCount) {
            open = new CountDownLatch(latchCount);
        }

        @Override
        public void write(List<TelemetryEntry> entries) throws IOException {
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (isBroken && !entries.isEmpty()) {
                throw new IOException("no space left");
            }
            written.addAll(entries);
        }

        @Override
        public void close() {}
    }

    static Receipt receipt(
            String tool, OutcomeKind outcomeKind, String caller, long snapshotNumber, boolean isToolError) {
        boolean isRead = outcomeKind == OutcomeKind.READ;
        ReceiptContext receiptContext = new ReceiptContext(
                "probe",
                true,
                "auto",
                12,
                snapshotNumber,
                3,
                isToolError,
                isRead,
                Rollout.NONE,
                false,
                ReplacedHandles.NONE);
        return new Receipt("crm", tool, caller, outcomeKind, "why", 10, 40, 90, 360, 5_000_000, receiptContext);
    }

    /** Checks that a refused follow-up read does not count as a result, even if its snapshot is large. */
    @Test
    void refusedReadIsNotAResult() throws Exception {
        ReceiptContext reading = new ReceiptContext(
                "probe", true, "auto", 0, 77, -1, false, true, Rollout.NONE, false, ReplacedHandles.NONE);
        try (Journal journal = new Journal(() -> new Sink(0), log)) {
            journal.onGuarded(new Receipt(
                    "crm",
                    "list",
                    "alice",
                    OutcomeKind.REFUSED,
                    "QUERY_INVALID",
                    60,
                    240,
                    900_000,
                    3_600_000,
                    1,
                    reading));
            journal.flush(FLUSH_TIMEOUT);
        }
        TelemetryEntry refused = written.getFirst();
        assertThat(refused.isFollowUpRead()).isTrue();
        assertThat(refused.followUpOf()).isEqualTo(77);
        assertThat(refused.id()).isNotEqualTo(77);
        assertThat(refused.isStored()).isFalse();
        assertThat(refused.isOversized()).isFalse();
    }

    @Test
    void writesEntriesInOrder() throws Exception {
        try (Journal journal = new Journal(() -> new Sink(0), log)) {
            journal.onGuarded(receipt("list", OutcomeKind.PAGINATED, "alice@f00d", 77, false));
            journal.onGuarded(receipt("list", OutcomeKind.READ, "alice@f00d", 77, false));
            journal.onGuarded(receipt("", OutcomeKind.REFUSED, "session s3cret@f00d", 0, false));
            journal.onGuarded(receipt("get", OutcomeKind.PASSED, "", 0, true));
            journal.onListed(new ListingReceipt("crm", "alice@f00d", "probe", false, 250, 1_000));
            journal.flush(FLUSH_TIMEOUT);
            assertThat(written)
                    .extracting(TelemetryEntry::outcome)
                    .containsExactly("paginated", "read", "refused", "error", "listed");
            assertThat(written.get(0).id()).isEqualTo(77);
            assertThat(written.get(1).followUpOf()).isEqualTo(77);
            assertThat(written.get(1).id()).isNotIn(0L, 77L);
            assertThat(written.get(0).subject().caller()).isEqualTo("alice");
            assertThat(written.get(2).subject().caller()).isEqualTo("session");
            assertThat(written.get(2).subject().tool()).isEqualTo("plimsoll_read");
            assertThat(written.get(0).micros()).isEqualTo(17_000);
            assertThat(written.get(4).subject().endpoint()).isEqualTo("listing");
            assertThat(written).extracting(TelemetryEntry::id).doesNotHaveDuplicates();
        }
    }

    @Test
    void countsLostEntriesAndLogsOnce() throws Exception {
        Sink sink = new Sink(0);
        try (Journal journal = new Journal(() -> sink, log)) {
            sink.isBroken = true;
            for (int i = 0; i < 3; i++) {
                journal.onGuarded(receipt("get", OutcomeKind.PASSED, "", 0, false));
                journal.flush(FLUSH_TIMEOUT);
            }
            assertThat(journal.lostEntries()).isEqualTo(3);
            assertThat(journal.lastError()).isEqualTo("no space left");
            sink.isBroken = false;
            journal.onGuarded(receipt("get", OutcomeKind.PASSED, "", 0, false));
            journal.flush(FLUSH_TIMEOUT);
            assertThat(journal.lastError()).isNull();
            assertThat(written).hasSize(1);
        }
        assertThat(logBytes.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("telemetry is lost")
                .contains("no space left")
                .containsOnlyOnce("written again");
    }

    @Test
    void unopenableStoreFailsNoCall() throws Exception {
        try (Journal journal = new Journal(
                () -> {
                    throw new IOException("written by a newer version");
                },
                log)) {
            journal.ensureStarted();
            journal.onGuarded(receipt("get", OutcomeKind.PASSED, "", 0, false));
            journal.flush(FLUSH_TIMEOUT);
            assertThat(journal.lostEntries()).isEqualTo(1);
            assertThat(journal.lastError()).contains("newer");
        }
    }

    @Test
    void slowStoreBlocksNoCall() {
        Sink slowSink = new Sink(1);
        Journal journal = new Journal(() -> slowSink, log);
        for (int i = 0; i < 50_000; i++) {
            journal.onGuarded(receipt("get", OutcomeKind.PASSED, "", 0, false));
        }
        // the journal keeps at most ten thousand entries that are being written, and ten thousand in its queue
        assertThat(journal.lostEntries()).isGreaterThanOrEqualTo(30_000);
        slowSink.open.countDown();
        journal.close();
        assertThat(written.size() + journal.lostEntries()).isEqualTo(50_000);
        assertThat(logBytes.toString(StandardCharsets.UTF_8)).contains("were lost");
    }

    @Test
    void closeWritesPendingEntries() {
        Journal journal = new Journal(() -> new Sink(0), log);
        for (int i = 0; i < 2_000; i++) {
            journal.onGuarded(receipt("get", OutcomeKind.PASSED, "", 0, false));
        }
        journal.close();
        assertThat(written).hasSize(2_000);
    }
}
