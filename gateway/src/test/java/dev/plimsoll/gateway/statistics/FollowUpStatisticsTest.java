package dev.plimsoll.gateway.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.ExactCounts;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.TelemetryStore;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.telemetry.Rollout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class FollowUpStatisticsTest {

    @TempDir
    private Path folder;

    private static TelemetryEntry entry(
            long id, String outcome, String reason, boolean isFirstRead, @Nullable ExactCounts exactCounts) {
        boolean isRead = outcome.equals("read");
        return new TelemetryEntry(
                60_000,
                id,
                new Subject("crm", "list", "tool", "me", "probe", "legacy", "auto"),
                outcome,
                reason,
                new Size(900, 3_600, isRead ? 0 : 1_000, 4_000, -1),
                10,
                10,
                isRead ? 1 : 0,
                outcome.equals("paginated"),
                isFirstRead,
                exactCounts,
                Rollout.NONE);
    }

    /** Stores two batches in a database, and returns their sums. */
    private RequestSums storeAndSum(List<TelemetryEntry> first, List<TelemetryEntry> second) throws IOException {
        try (TelemetryStore store = TelemetryStore.open(folder, Duration.ofDays(9), 1 << 20, InstantSource.system())) {
            store.write(first);
            store.write(second);
        }
        try (Ledger ledger = new Ledger(folder)) {
            return ledger.sums(new RequestFilter(0, 120_000, Map.of()), List.of(), 0)
                    .values()
                    .iterator()
                    .next();
        }
    }

    @Test
    void computesRatesOfFollowUpReads() throws IOException {
        RequestSums requestSums = storeAndSum(
                List.of(
                        entry(1, "paginated", "", false, null),
                        entry(2, "paginated", "", false, null),
                        entry(3, "read", "reading on", true, null)),
                List.of(
                        entry(4, "read", "reading the whole", false, null),
                        entry(5, "read", "reading on", false, null),
                        entry(6, "refused", "CURSOR_EXPIRED", false, null)));
        JsonNode statistics = read(FollowUpStatistics.of(requestSums)::write);
        assertThat(statistics.at("/followUpsPerShaped").asDouble()).isEqualTo(1.5);
        assertThat(statistics.at("/walkerRate").asDouble()).isEqualTo(0.5);
        assertThat(statistics.at("/pagesPerWalk").asDouble()).isEqualTo(3);
        assertThat(statistics.at("/fullFetchRate").asDouble()).isEqualTo(0.5);
        assertThat(statistics.at("/deadCursorRate").asDouble()).isEqualTo(0.25);
        assertThat(FollowUpStatistics.of(requestSums).sentence()).contains("1 of 2 shaped results, 3.0 pages each");
    }

    @Test
    void computesEstimateErrorByKind() throws IOException {
        RequestSums requestSums = storeAndSum(
                List.of(
                        entry(1, "passed", "", false, new ExactCounts("json", 900, 1_100)),
                        entry(2, "passed", "", false, new ExactCounts("log", 900, 2_000))),
                List.of(
                        entry(3, "passed", "", false, new ExactCounts("json", 900, 900)),
                        entry(4, "read", "", false, new ExactCounts("json", 900, -1)),
                        entry(5, "passed", "", false, null)));
        JsonNode accuracy = read(EstimateAccuracy.of(requestSums)::write);
        assertThat(accuracy.at("/samples").asInt()).isEqualTo(3);
        assertThat(accuracy.at("/error").asDouble()).isEqualTo(-0.25);
        assertThat(accuracy.at("/byKind/0/kind").asString()).isEqualTo("json");
        assertThat(accuracy.at("/byKind/0/withinFifth").asDouble()).isEqualTo(1);
        assertThat(accuracy.at("/byKind/1/withinFifth").asDouble()).isZero();
        assertThat(EstimateAccuracy.of(requestSums).sentence())
                .contains("3 were checked, 67 %")
                .contains("25.0 % too low");
    }

    @Test
    void namesNoDirectionOfAnErrorThatRoundsToZero() throws IOException {
        RequestSums requestSums =
                storeAndSum(List.of(entry(1, "passed", "", false, new ExactCounts("json", 1_000, 1_000))), List.of());
        assertThat(EstimateAccuracy.of(requestSums).sentence()).endsWith("the sum is less than 0.1 % off.");
    }

    @Test
    void sentencesAreEmptyWithoutData() {
        RequestSums emptySums = new RequestSums();
        assertThat(FollowUpStatistics.of(emptySums).sentence()).isEmpty();
        assertThat(EstimateAccuracy.of(emptySums).sentence()).isEmpty();
        assertThat(read(FollowUpStatistics.of(emptySums)::write)
                        .at("/walkerRate")
                        .asDouble())
                .isZero();
    }

    private static JsonNode read(Consumer<JsonWriter> writer) {
        JsonWriter json = new JsonWriter();
        writer.accept(json);
        return JsonMapper.shared().readTree(json.toByteArray());
    }
}
