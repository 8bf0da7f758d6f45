package dev.plimsoll.gateway.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.alert.AlertMonitor.RuleStatus;
import dev.plimsoll.gateway.alert.AlertMonitor.Sources;
import dev.plimsoll.gateway.config.model.AlertsConfig;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.telemetry.Rollout;
import dev.plimsoll.testkit.FakeClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlertMonitorTest {

    private static final Duration WINDOW = Duration.ofMinutes(5);

    private final FakeClock clock = new FakeClock();
    private final ByteArrayOutputStream logBytes = new ByteArrayOutputStream();
    private final List<Episode> episodes = new ArrayList<>();
    private long storeFailures;
    private boolean isStoreDegraded;
    private final AlertMonitor alertMonitor = new AlertMonitor(
            new AlertsConfig(.05, .1, .2, WINDOW, 20, null, null),
            new Sources(() -> storeFailures, () -> isStoreDegraded),
            episodes::add,
            clock,
            new Log(new PrintStream(logBytes, true, StandardCharsets.UTF_8), LogSeverity.INFO));

    private static TelemetryEntry entry(String outcome, String reason, boolean isOversized) {
        Subject subject = new Subject("crm", "list", "tool", "anyone", "probe", "modern", "auto");
        return new TelemetryEntry(
                1,
                2,
                subject,
                outcome,
                reason,
                new Size(100, 400, isOversized ? 9_000 : 100, 400, -1),
                9,
                5,
                0,
                isOversized);
    }

    private static TelemetryEntry sampledEntry(long estimated, long exact) {
        TelemetryEntry entry = entry("passed", "", false);
        Size size = new Size(estimated, 400, estimated, 400, -1);
        TelemetryEntry.ExactCounts exactCounts = new TelemetryEntry.ExactCounts("json", exact, exact);
        return new TelemetryEntry(
                1, 2, entry.subject(), "passed", "", size, 9, 5, 0, false, false, exactCounts, Rollout.NONE);
    }

    private void addEntries(int passed, int oversized, int unanswered) {
        List<TelemetryEntry> entries = new ArrayList<>();
        for (int i = 0; i < passed; i++) {
            entries.add(entry("passed", "", false));
        }
        for (int i = 0; i < oversized; i++) {
            entries.add(entry("paginated", "", true));
        }
        for (int i = 0; i < unanswered; i++) {
            entries.add(entry("refused", "UPSTREAM_TIMEOUT: gone", false));
        }
        alertMonitor.accept(entries);
    }

    private void checkAfter(Duration elapsed) {
        clock.advance(elapsed);
        alertMonitor.check();
    }

    private String log() {
        return logBytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void reportsBeginAndEndOfEpisode() {
        addEntries(90, 10, 0);
        checkAfter(Duration.ofSeconds(5));
        checkAfter(Duration.ofSeconds(5));
        addEntries(0, 10, 0);
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes).singleElement().satisfies(episode -> {
            assertThat(episode.rule()).isEqualTo(AlertRule.OVERSIZED_SHARE);
            assertThat(episode.isActive()).isTrue();
            assertThat(episode.value()).isEqualTo(.1);
        });
        assertThat(alertMonitor.activeEpisodes())
                .singleElement()
                .satisfies(active -> assertThat(active.worst()).isGreaterThan(.18));
        assertThat(log().lines()).singleElement().asString().contains("WARN").contains("rule=oversized_share");

        checkAfter(WINDOW);
        assertThat(episodes).hasSize(2);
        assertThat(episodes.get(1).id()).isEqualTo(episodes.get(0).id());
        assertThat(episodes.get(1).isActive()).isFalse();
        assertThat(episodes.get(1).message())
                .contains("18.2%")
                .contains("the limit is 5.0%")
                .endsWith("The alert has ended");
        assertThat(alertMonitor.activeEpisodes()).isEmpty();
        assertThat(alertMonitor.pastEpisodes()).containsExactly(episodes.get(1));
        assertThat(alertMonitor.episodeCount(AlertRule.OVERSIZED_SHARE)).isEqualTo(1);
        assertThat(log()).contains("alert ended");
    }

    @Test
    void ignoresFewResults() {
        addEntries(9, 10, 0);
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes).isEmpty();
        addEntries(1, 0, 0);
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes).hasSize(1);
    }

    @Test
    void shareNearThresholdCausesOneAlert() {
        addEntries(95, 5, 0);
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes).isEmpty();
        addEntries(0, 1, 0);
        checkAfter(Duration.ofSeconds(5));
        addEntries(20, 0, 0);
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes)
                .as("just below the threshold, so the alert continues")
                .hasSize(1);
        addEntries(60, 0, 0);
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes)
                .as("well below the threshold, so the alert has ended")
                .hasSize(2);
    }

    @Test
    void ignoresFollowUpReadsAndListings() {
        for (int i = 0; i < 100; i++) {
            alertMonitor.accept(List.of(entry("read", "", false), entry(TelemetryEntry.LISTED, "", false)));
        }
        addEntries(18, 2, 0);
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes)
                .singleElement()
                .satisfies(episode -> assertThat(episode.value()).isEqualTo(.1));
    }

    @Test
    void unansweredCallsCauseAnAlert() {
        addEntries(80, 0, 20);
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes).singleElement().satisfies(episode -> {
            assertThat(episode.rule()).isEqualTo(AlertRule.UPSTREAM_ERROR_SHARE);
            assertThat(episode.message()).startsWith("20.0% of calls");
        });
    }

    @Test
    void storeFailuresCauseAnAlertUntilTheWindowPasses() {
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes).isEmpty();
        storeFailures = 3;
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes)
                .singleElement()
                .satisfies(episode -> assertThat(episode.value()).isEqualTo(3));
        checkAfter(WINDOW.minusSeconds(10));
        storeFailures = 4;
        checkAfter(Duration.ofSeconds(5));
        checkAfter(WINDOW.minusSeconds(10));
        assertThat(episodes).hasSize(1);
        checkAfter(Duration.ofSeconds(20));
        assertThat(episodes).hasSize(2);
    }

    @Test
    void alertLastsWhileStoreIsDegraded() {
        isStoreDegraded = true;
        checkAfter(Duration.ofSeconds(5));
        checkAfter(WINDOW.multipliedBy(3));
        assertThat(episodes)
                .singleElement()
                .satisfies(episode -> assertThat(episode.rule()).isEqualTo(AlertRule.STORE_FAILURE));
    }

    @Test
    void estimatorErrorCausesAnAlertAfterFiveSamples() {
        checkAfter(Duration.ofSeconds(5));
        assertThat(alertMonitor.ruleStatuses()).extracting(RuleStatus::value).containsExactly(null, null, null, 0.0);
        for (int i = 0; i < 4; i++) {
            alertMonitor.accept(List.of(sampledEntry(700, 1_000)));
        }
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes).as("too few samples").isEmpty();
        alertMonitor.accept(List.of(sampledEntry(1_300, 1_000)));
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes).singleElement().satisfies(episode -> {
            assertThat(episode.rule()).isEqualTo(AlertRule.ESTIMATOR_ERROR);
            assertThat(episode.value()).isEqualTo(.3);
        });
        alertMonitor.accept(List.of(sampledEntry(10_000, 10_000)));
        checkAfter(Duration.ofSeconds(5));
        assertThat(episodes).hasSize(2);
    }
}
