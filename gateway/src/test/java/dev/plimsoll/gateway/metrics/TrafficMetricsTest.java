package dev.plimsoll.gateway.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.telemetry.UsageWarning;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficMetricsTest {

    private final Metrics metrics = new Metrics();

    private static TelemetryEntry entry(String tool, String outcome, String reason, Size size, boolean isStored) {
        Subject subject = new Subject("crm", tool, "tool", "anyone", "claude", "legacy", "auto");
        return new TelemetryEntry(1, 2, subject, outcome, reason, size, 20_000, 300, 0, isStored);
    }

    private List<String> lines(String start) {
        List<String> lines = new ArrayList<>();
        metrics.registry()
                .read(families -> lines.addAll(MetricWriter.PROMETHEUS
                        .format(families)
                        .utf8()
                        .lines()
                        .filter(line -> line.startsWith(start))
                        .toList()));
        return lines;
    }

    @Test
    void countsUsageWarnings() {
        Size size = new Size(1_000, 4_000, 9_000, 36_000, 5);
        metrics.traffic()
                .accept(List.of(
                        entry("list", "paginated", UsageWarning.REPEATED.appendTo("above the budget"), size, true),
                        entry("list", "read", UsageWarning.WALKED.appendTo("reading on"), size, false),
                        entry(
                                "list",
                                "read",
                                UsageWarning.SESSION_SPENT.appendTo(UsageWarning.WALKED.appendTo("reading on")),
                                size,
                                false)));
        assertThat(lines("plimsoll_nudges_total"))
                .containsExactly(
                        "plimsoll_nudges_total{server=\"crm\",nudge=\"repeated\"} 1",
                        "plimsoll_nudges_total{server=\"crm\",nudge=\"walked\"} 2",
                        "plimsoll_nudges_total{server=\"crm\",nudge=\"session_spent\"} 1");
    }

    @Test
    void netSavingsSubtractReadsAndListings() {
        metrics.traffic()
                .accept(List.of(
                        entry("list", "paginated", "", new Size(1_000, 4_000, 9_000, 36_000, 5), true),
                        entry("list", "read", "", new Size(700, 2_800, 9_000, 36_000, 5), false),
                        entry("tools/list", TelemetryEntry.LISTED, "", new Size(250, 0, 0, 0, -1), false)));
        assertThat(lines("plimsoll_net_saved_tokens"))
                .containsExactly("plimsoll_net_saved_tokens{server=\"crm\"} 7050");
        assertThat(lines("plimsoll_original_tokens_total"))
                .containsExactly("plimsoll_original_tokens_total{server=\"crm\",tool=\"list\"} 9000");
        assertThat(lines("plimsoll_answer_tokens_total"))
                .containsExactly("plimsoll_answer_tokens_total{server=\"crm\",tool=\"list\"} 1700");
        assertThat(lines("plimsoll_requests_total"))
                .containsExactly(
                        "plimsoll_requests_total{server=\"crm\",tool=\"list\",outcome=\"paginated\"} 1",
                        "plimsoll_requests_total{server=\"crm\",tool=\"list\",outcome=\"read\"} 1");
        assertThat(lines("plimsoll_cursors_total"))
                .containsExactly(
                        "plimsoll_cursors_total{server=\"crm\",event=\"created\"} 1",
                        "plimsoll_cursors_total{server=\"crm\",event=\"read\"} 1",
                        "plimsoll_cursors_total{server=\"crm\",event=\"expired\"} 0",
                        "plimsoll_cursors_total{server=\"crm\",event=\"refused\"} 0");
        assertThat(lines("plimsoll_nudges_total"))
                .allMatch(line -> line.endsWith(" 0"))
                .hasSize(3);
        assertThat(lines("plimsoll_oversized_results_total")).first().asString().endsWith(" 1");
        assertThat(lines("plimsoll_own_duration_seconds_sum"))
                .containsExactly("plimsoll_own_duration_seconds_sum{server=\"crm\"} 6.0E-4");
    }

    @Test
    void countsFailuresByReason() {
        Size emptySize = new Size(10, 10, 0, 0, -1);
        metrics.traffic()
                .accept(List.of(
                        entry("a", "refused", "UPSTREAM_TIMEOUT", emptySize, false),
                        entry("a", "refused", "UPSTREAM_UNAVAILABLE: gone", emptySize, false),
                        entry("a", "error", "", emptySize, false),
                        entry("a", "refused", "CURSOR_EXPIRED", emptySize, false),
                        entry("a", "passed", "", emptySize, false)));
        assertThat(lines("plimsoll_upstream_errors_total"))
                .containsExactly(
                        "plimsoll_upstream_errors_total{server=\"crm\",reason=\"unavailable\"} 1",
                        "plimsoll_upstream_errors_total{server=\"crm\",reason=\"timeout\"} 1",
                        "plimsoll_upstream_errors_total{server=\"crm\",reason=\"credentials\"} 0",
                        "plimsoll_upstream_errors_total{server=\"crm\",reason=\"answered\"} 1");
        assertThat(lines("plimsoll_cursors_total"))
                .contains("plimsoll_cursors_total{server=\"crm\",event=\"expired\"} 1");
    }

    @Test
    void limitsNumberOfToolLabels() {
        Size size = new Size(1, 1, 1, 1, -1);
        List<TelemetryEntry> entries = new ArrayList<>();
        for (int i = 0; i < TrafficMetrics.MAX_TOOLS + 7; i++) {
            entries.add(entry("tool" + i, "passed", "", size, false));
        }
        metrics.traffic().accept(entries);
        assertThat(lines("plimsoll_requests_total"))
                .hasSize(TrafficMetrics.MAX_TOOLS + 1)
                .last()
                .asString()
                .isEqualTo("plimsoll_requests_total{server=\"crm\",tool=\"other\",outcome=\"passed\"} 7");
    }
}
