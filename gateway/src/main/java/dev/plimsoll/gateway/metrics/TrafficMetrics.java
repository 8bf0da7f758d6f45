package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.telemetry.FailureReason;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Size;
import dev.plimsoll.gateway.telemetry.TelemetryEntry.Subject;
import dev.plimsoll.telemetry.UsageWarning;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Metrics of requests and answers. Each telemetry entry adds to them. */
final class TrafficMetrics implements Consumer<List<TelemetryEntry>> {

    /** Maximum number of tools with their own series. Each tool has about 30 series, which Prometheus stores. */
    static final int MAX_TOOLS = 200;

    static final int MAX_SERVERS = 100;
    static final int MAX_CLIENTS = 50;

    private static final double MICROS_PER_SECOND = 1e6;
    private static final double[] DURATION_BOUNDS_SECONDS = {
        .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60
    };
    private static final double[] OWN_DURATION_BOUNDS_SECONDS = {
        .00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1
    };
    private static final double[] SIZE_BOUNDS_TOKENS = {
        100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 1_000_000
    };

    private final MetricRegistry metricRegistry;
    private final BoundedLabels servers = new BoundedLabels(MAX_SERVERS);
    private final BoundedLabels tools = new BoundedLabels(MAX_TOOLS);
    private final BoundedLabels clients = new BoundedLabels(MAX_CLIENTS);
    private final Set<String> initializedServers = new HashSet<>();
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
    private final MetricFamily extraNotices;
    private final MetricFamily failures;
    private final MetricFamily duration;
    private final MetricFamily ownDuration;
    private final EstimateMetrics estimates;

    TrafficMetrics(MetricRegistry metricRegistry) {
        this.metricRegistry = metricRegistry;
        requests = metricRegistry.counter("plimsoll_requests_total", "Requests answered.", "server", "tool", "outcome");
        byClient = metricRegistry.counter(
                "plimsoll_client_requests_total", "Requests answered, by client.", "client", "era");
        originalTokens = counter("plimsoll_original_tokens_total", "Estimated tokens of results.");
        answerTokens = counter("plimsoll_answer_tokens_total", "Tokens of answers, including follow-up reads.");
        originalBytes = counter("plimsoll_original_bytes_total", "Bytes of results.");
        answerBytes = counter("plimsoll_answer_bytes_total", "Bytes of answers, including follow-up reads.");
        sizes = metricRegistry.histogram(
                "plimsoll_result_size_tokens", "Tokens per result.", SIZE_BOUNDS_TOKENS, "server");
        oversized = counter("plimsoll_oversized_results_total", "Results that were too large to be sent unchanged.");
        followUpTokens = counter("plimsoll_follow_up_tokens_total", "Tokens of follow-up reads.");
        definitionTokens =
                metricRegistry.gauge("plimsoll_definition_tokens", "Tokens that Plimsoll added to listings.", "server");
        netTokens = metricRegistry.gauge(
                "plimsoll_net_saved_tokens",
                "Tokens saved, minus follow-up reads and additions to listings.",
                "server");
        cursors = metricRegistry.counter(
                "plimsoll_cursors_total", "Cursors created, read, expired, and refused.", "server", "event");
        extraNotices = metricRegistry.counter(
                "plimsoll_nudges_total",
                "Extra notices: calls in a loop, and sessions that have spent their budget.",
                "server",
                "nudge");
        failures = metricRegistry.counter(
                "plimsoll_upstream_errors_total", "Failed calls to servers.", "server", "reason");
        duration = metricRegistry.histogram(
                "plimsoll_request_duration_seconds",
                "Time from request to answer.",
                DURATION_BOUNDS_SECONDS,
                "server",
                "tool");
        ownDuration = metricRegistry.histogram(
                "plimsoll_own_duration_seconds",
                "Part of the request duration spent inside Plimsoll.",
                OWN_DURATION_BOUNDS_SECONDS,
                "server");
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
        boolean hasServerSeries = servers.admit(subject.server());
        String server = hasServerSeries ? subject.server() : BoundedLabels.OTHER;
        if (telemetryEntry.outcome().equals(TelemetryEntry.LISTED)) {
            definitionTokens.add(size.answerTokens(), server);
            netTokens.add(-size.answerTokens(), server);
            return;
        }
        boolean hasOwnSeries = hasServerSeries && tools.admit(subject.server() + '/' + subject.tool());
        String tool = hasOwnSeries ? subject.tool() : BoundedLabels.OTHER;
        requests.add(1, server, tool, telemetryEntry.outcome());
        byClient.add(1, clients.labelFor(subject.client()), subject.era());
        answerTokens.add(size.answerTokens(), server, tool);
        answerBytes.add(size.answerBytes(), server, tool);
        duration.observe(telemetryEntry.micros() / MICROS_PER_SECOND, server, tool);
        ownDuration.observe(telemetryEntry.ownMicros() / MICROS_PER_SECOND, server);
        if (telemetryEntry.isFollowUpRead()) {
            followUpTokens.add(size.answerTokens(), server, tool);
            netTokens.add(-size.answerTokens(), server);
        } else {
            addResult(telemetryEntry, server, tool);
        }
        estimates.add(telemetryEntry);
        if (initializedServers.add(server)) {
            initializeCounters(server);
        }
        countCursors(telemetryEntry, server);
        for (UsageWarning usageWarning : UsageWarning.values()) {
            extraNotices.add(usageWarning.isIn(telemetryEntry.why()) ? 1 : 0, server, usageWarning.metricName());
        }
        FailureReason failureReason = FailureReason.of(telemetryEntry);
        if (failureReason != FailureReason.NONE) {
            failures.add(1, server, failureReason.name().toLowerCase(Locale.ROOT));
        }
    }

    private void addResult(TelemetryEntry telemetryEntry, String server, String tool) {
        Size size = telemetryEntry.size();
        originalTokens.add(size.originalTokens(), server, tool);
        originalBytes.add(size.originalBytes(), server, tool);
        netTokens.add(size.originalTokens() - size.answerTokens(), server);
        sizes.observe((double) size.originalTokens(), server);
        oversized.add(telemetryEntry.isOversized() ? 1 : 0, server, tool);
    }

    /**
     * Creates the counters of a server with the value 0. Otherwise, the first event would create a series
     * with the value 1, which functions such as {@code increase} do not count as growth.
     */
    private void initializeCounters(String server) {
        for (String event : List.of("created", "read", "expired", "refused")) {
            cursors.add(0, server, event);
        }
        for (UsageWarning usageWarning : UsageWarning.values()) {
            extraNotices.add(0, server, usageWarning.metricName());
        }
        for (FailureReason failureReason : FailureReason.values()) {
            if (failureReason != FailureReason.NONE) {
                failures.add(0, server, failureReason.name().toLowerCase(Locale.ROOT));
            }
        }
    }

    private void countCursors(TelemetryEntry telemetryEntry, String server) {
        if (telemetryEntry.isStored()) {
            cursors.add(1, server, "created");
        }
        if (telemetryEntry.isFollowUpRead()) {
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
