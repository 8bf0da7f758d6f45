package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.telemetry.FailureReason;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.telemetry.ExtraNotice;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Counts requests and answers, entry by entry. */
final class TrafficMetrics implements Consumer<List<TelemetryEntry>> {

    /** Limits on label values: enough for one gateway, few enough for Prometheus, as each tool has about 30 series. */
    static final int MOST_TOOLS = 200;

    static final int MOST_SERVERS = 100;
    static final int MOST_CLIENTS = 50;

    private static final double MICROS = 1e6;
    private static final double[] SECONDS = {.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60};
    private static final double[] OWN_SECONDS = {
        .00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1
    };
    private static final double[] TOKENS = {
        100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 1_000_000
    };

    private final MetricRegistry metricRegistry;
    private final BoundedLabels servers = new BoundedLabels(MOST_SERVERS);
    private final BoundedLabels tools = new BoundedLabels(MOST_TOOLS);
    private final BoundedLabels clients = new BoundedLabels(MOST_CLIENTS);
    private final Set<String> begun = new HashSet<>();
    private final MetricFamily requests;
    private final MetricFamily byClient;
    private final MetricFamily originalTokens;
    private final MetricFamily answerTokens;
    private final MetricFamily originalBytes;
    private final MetricFamily answerBytes;
    private final MetricFamily sizes;
    private final MetricFamily oversized;
    private final MetricFamily followUpTokens;
    private final MetricFamily definitionTokens;
    private final MetricFamily netTokens;
    private final MetricFamily cursors;
    private final MetricFamily nudges;
    private final MetricFamily failures;
    private final MetricFamily duration;
    private final MetricFamily own;
    private final EstimateMetrics estimates;

    TrafficMetrics(MetricRegistry metricRegistry) {
        this.metricRegistry = metricRegistry;
        requests = metricRegistry.counter("plimsoll_requests_total", "Requests answered.", "server", "tool", "outcome");
        byClient = metricRegistry.counter("plimsoll_client_requests_total", "Requests answered, by client.", "client", "era");
        originalTokens = counter("plimsoll_original_tokens_total", "Estimated tokens of results.");
        answerTokens = counter("plimsoll_answer_tokens_total", "Tokens of answers, including follow-up reads.");
        originalBytes = counter("plimsoll_original_bytes_total", "Bytes of results.");
        answerBytes = counter("plimsoll_answer_bytes_total", "Bytes of answers, including follow-up reads.");
        sizes = metricRegistry.histogram("plimsoll_result_size_tokens", "Tokens per result.", TOKENS, "server");
        oversized = counter("plimsoll_oversized_results_total", "Results that were too large to be sent unchanged.");
        followUpTokens = counter("plimsoll_follow_up_tokens_total", "Tokens of follow-up reads.");
        definitionTokens = metricRegistry.gauge(
                "plimsoll_definition_tokens", "Tokens that Plimsoll added to listings.", "server");
        netTokens = metricRegistry.gauge(
                "plimsoll_net_saved_tokens", "Tokens saved, minus follow-up reads and additions to listings.", "server");
        cursors = metricRegistry.counter("plimsoll_cursors_total", "Cursors created, read, expired, and refused.", "server", "event");
        nudges = metricRegistry.counter(
                "plimsoll_nudges_total",
                "Extra notices: calls in a loop, and sessions that have spent their budget.",
                "server",
                "nudge");
        failures = metricRegistry.counter("plimsoll_upstream_errors_total", "Failed calls to servers.", "server", "reason");
        duration = metricRegistry.histogram(
                "plimsoll_request_duration_seconds", "Time from request to answer.", SECONDS, "server", "tool");
        own = metricRegistry.histogram(
                "plimsoll_own_duration_seconds", "Part of the request duration spent inside Plimsoll.", OWN_SECONDS, "server");
        estimates = new EstimateMetrics(metricRegistry);
    }

    private MetricFamily counter(String name, String help) {
        return metricRegistry.counter(name, help, "server", "tool");
    }

    @Override
    public void accept(List<TelemetryEntry> entries) {
        metricRegistry.change(() -> entries.forEach(this::add));
    }

    private void add(TelemetryEntry telemetryEntry) {
        Subject subject = telemetryEntry.subject();
        Size size = telemetryEntry.size();
        boolean known = servers.admits(subject.server());
        String server = known ? subject.server() : BoundedLabels.OTHER;
        if (telemetryEntry.outcome().equals(TelemetryEntry.LISTED)) {
            definitionTokens.add(size.answerTokens(), server);
            netTokens.add(-size.answerTokens(), server);
            return;
        }
        boolean hasOwnSeries = known && tools.admits(subject.server() + '/' + subject.tool());
        String tool = hasOwnSeries ? subject.tool() : BoundedLabels.OTHER;
        requests.add(1, server, tool, telemetryEntry.outcome());
        byClient.add(1, clients.of(subject.client()), subject.era());
        answerTokens.add(size.answerTokens(), server, tool);
        answerBytes.add(size.answerBytes(), server, tool);
        duration.observe(telemetryEntry.micros() / MICROS, server, tool);
        own.observe(telemetryEntry.ownMicros() / MICROS, server);
        if (telemetryEntry.reads()) {
            followUpTokens.add(size.answerTokens(), server, tool);
            netTokens.add(-size.answerTokens(), server);
        } else {
            result(telemetryEntry, server, tool);
        }
        estimates.add(telemetryEntry);
        if (begun.add(server)) {
            begin(server);
        }
        cursors(telemetryEntry, server);
        for (ExtraNotice extraNotice : ExtraNotice.values()) {
            nudges.add(extraNotice.in(telemetryEntry.why()) ? 1 : 0, server, extraNotice.word());
        }
        FailureReason failureReason = FailureReason.of(telemetryEntry);
        if (failureReason != FailureReason.NONE) {
            failures.add(1, server, failureReason.name().toLowerCase(Locale.ROOT));
        }
    }

    private void result(TelemetryEntry telemetryEntry, String server, String tool) {
        Size size = telemetryEntry.size();
        originalTokens.add(size.originalTokens(), server, tool);
        originalBytes.add(size.originalBytes(), server, tool);
        netTokens.add(size.originalTokens() - size.answerTokens(), server);
        sizes.observe((double) size.originalTokens(), server);
        oversized.add(telemetryEntry.oversized() ? 1 : 0, server, tool);
    }

    /** Starts the counters of a server at 0, because a growth query does not see the step from no series to 1. */
    private void begin(String server) {
        for (String event : List.of("created", "read", "expired", "refused")) {
            cursors.add(0, server, event);
        }
        for (ExtraNotice extraNotice : ExtraNotice.values()) {
            nudges.add(0, server, extraNotice.word());
        }
        for (FailureReason failureReason : FailureReason.values()) {
            if (failureReason != FailureReason.NONE) {
                failures.add(0, server, failureReason.name().toLowerCase(Locale.ROOT));
            }
        }
    }

    private void cursors(TelemetryEntry telemetryEntry, String server) {
        if (telemetryEntry.kept()) {
            cursors.add(1, server, "created");
        }
        if (telemetryEntry.reads()) {
            cursors.add(1, server, "read");
        }
        if (telemetryEntry.why().startsWith("CURSOR_EXPIRED")) {
            cursors.add(1, server, "expired");
        }
        if (telemetryEntry.why().startsWith("CURSOR_INVALID")) {
            cursors.add(1, server, "refused");
        }
    }
}
