package dev.plimsoll.gateway.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.alert.AlertMonitor.Sources;
import dev.plimsoll.gateway.alert.AlertMonitor.Standing;
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
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<Episode> told = new ArrayList<>();
    private long failures;
    private boolean degraded;
    private final AlertMonitor alertMonitor = new AlertMonitor(
            new AlertsConfig(.05, .1, .2, WINDOW, 20, null, null),
            new Sources(() -> failures, () -> degraded),
            told::add,
            clock,
            new Log(new PrintStream(said, true, StandardCharsets.UTF_8), LogSeverity.INFO));

    private static TelemetryEntry entry(String outcome, String why, boolean kept) {
        Subject subject = new Subject("crm", "list", "tool", "anyone", "probe", "modern", "auto");
        return new TelemetryEntry(
                1, 2, subject, outcome, why, new Size(100, 400, kept ? 9_000 : 100, 400, -1), 9, 5, 0, kept);
    }

    private static TelemetryEntry sampled(long estimated, long real) {
        TelemetryEntry plain = entry("passed", "", false);
        Size size = new Size(estimated, 400, estimated, 400, -1);
        TelemetryEntry.Counted counted = new TelemetryEntry.Counted("json", real, real);
        return new TelemetryEntry(
                1, 2, plain.subject(), "passed", "", size, 9, 5, 0, false, false, counted, Rollout.NONE);
    }

    private void came(int passed, int oversized, int silent) {
        List<TelemetryEntry> entries = new ArrayList<>();
        for (int i = 0; i < passed; i++) {
            entries.add(entry("passed", "", false));
        }
        for (int i = 0; i < oversized; i++) {
            entries.add(entry("paginated", "", true));
        }
        for (int i = 0; i < silent; i++) {
            entries.add(entry("refused", "UPSTREAM_TIMEOUT: gone", false));
        }
        alertMonitor.accept(entries);
    }

    private void look(Duration later) {
        clock.advance(later);
        alertMonitor.look();
    }

    private String log() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void reportsBeginAndEndOfEpisode() {
        came(90, 10, 0);
        look(Duration.ofSeconds(5));
        look(Duration.ofSeconds(5));
        came(0, 10, 0);
        look(Duration.ofSeconds(5));
        assertThat(told).singleElement().satisfies(begun -> {
            assertThat(begun.rule()).isEqualTo(AlertRule.OVERSIZED_SHARE);
            assertThat(begun.lasts()).isTrue();
            assertThat(begun.value()).isEqualTo(.1);
        });
        assertThat(alertMonitor.active())
                .singleElement()
                .satisfies(active -> assertThat(active.worst()).isGreaterThan(.18));
        assertThat(log().lines()).singleElement().asString().contains("WARN").contains("rule=oversized_share");

        look(WINDOW);
        assertThat(told).hasSize(2);
        assertThat(told.get(1).id()).isEqualTo(told.get(0).id());
        assertThat(told.get(1).lasts()).isFalse();
        assertThat(told.get(1).message())
                .contains("18.2%")
                .contains("the limit is 5.0%")
                .endsWith("The alert has ended");
        assertThat(alertMonitor.active()).isEmpty();
        assertThat(alertMonitor.past()).containsExactly(told.get(1));
        assertThat(alertMonitor.begun(AlertRule.OVERSIZED_SHARE)).isEqualTo(1);
        assertThat(log()).contains("alert ended");
    }

    @Test
    void ignoresFewResults() {
        came(9, 10, 0);
        look(Duration.ofSeconds(5));
        assertThat(told).isEmpty();
        came(1, 0, 0);
        look(Duration.ofSeconds(5));
        assertThat(told).hasSize(1);
    }

    @Test
    void hoveringShareCausesOneAlert() {
        came(95, 5, 0);
        look(Duration.ofSeconds(5));
        assertThat(told).isEmpty();
        came(0, 1, 0);
        look(Duration.ofSeconds(5));
        came(20, 0, 0);
        look(Duration.ofSeconds(5));
        assertThat(told).as("below the threshold, but hardly").hasSize(1);
        came(60, 0, 0);
        look(Duration.ofSeconds(5));
        assertThat(told).as("well below").hasSize(2);
    }

    @Test
    void ignoresFollowUpReadsAndListings() {
        for (int i = 0; i < 100; i++) {
            alertMonitor.accept(List.of(entry("read", "", false), entry(TelemetryEntry.LISTED, "", false)));
        }
        came(18, 2, 0);
        look(Duration.ofSeconds(5));
        assertThat(told)
                .singleElement()
                .satisfies(begun -> assertThat(begun.value()).isEqualTo(.1));
    }

    @Test
    void unansweredCallsAlert() {
        came(80, 0, 20);
        look(Duration.ofSeconds(5));
        assertThat(told).singleElement().satisfies(begun -> {
            assertThat(begun.rule()).isEqualTo(AlertRule.UPSTREAM_ERROR_SHARE);
            assertThat(begun.message()).startsWith("20.0% of calls");
        });
    }

    @Test
    void storeFailuresAlertUntilWindowPasses() {
        look(Duration.ofSeconds(5));
        assertThat(told).isEmpty();
        failures = 3;
        look(Duration.ofSeconds(5));
        assertThat(told)
                .singleElement()
                .satisfies(begun -> assertThat(begun.value()).isEqualTo(3));
        look(WINDOW.minusSeconds(10));
        failures = 4;
        look(Duration.ofSeconds(5));
        look(WINDOW.minusSeconds(10));
        assertThat(told).hasSize(1);
        look(Duration.ofSeconds(20));
        assertThat(told).hasSize(2);
    }

    @Test
    void degradedStoreAlertLasts() {
        degraded = true;
        look(Duration.ofSeconds(5));
        look(WINDOW.multipliedBy(3));
        assertThat(told)
                .singleElement()
                .satisfies(begun -> assertThat(begun.rule()).isEqualTo(AlertRule.STORE_FAILURE));
    }

    @Test
    void estimatorErrorAlertsWithSamples() {
        look(Duration.ofSeconds(5));
        assertThat(alertMonitor.standings()).extracting(Standing::value).containsExactly(null, null, null, 0.0);
        for (int i = 0; i < 4; i++) {
            alertMonitor.accept(List.of(sampled(700, 1_000)));
        }
        look(Duration.ofSeconds(5));
        assertThat(told).as("too few").isEmpty();
        alertMonitor.accept(List.of(sampled(1_300, 1_000)));
        look(Duration.ofSeconds(5));
        assertThat(told).singleElement().satisfies(begun -> {
            assertThat(begun.rule()).isEqualTo(AlertRule.ESTIMATOR_ERROR);
            assertThat(begun.value()).isEqualTo(.3);
        });
        alertMonitor.accept(List.of(sampled(10_000, 10_000)));
        look(Duration.ofSeconds(5));
        assertThat(told).hasSize(2);
    }
}
