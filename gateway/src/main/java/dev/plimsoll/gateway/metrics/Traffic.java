package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.Entry.Size;
import dev.plimsoll.gateway.telemetry.Entry.Subject;
import dev.plimsoll.gateway.telemetry.Trouble;
import dev.plimsoll.telemetry.Nudge;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** What was asked and answered, counted entry by entry. */
final class Traffic implements Consumer<List<Entry>> {

    /** Enough for what one gateway serves, little enough for Prometheus: a tool has some 30 series. */
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

    private final Registry registry;
    private final Bounded servers = new Bounded(MOST_SERVERS);
    private final Bounded tools = new Bounded(MOST_TOOLS);
    private final Bounded clients = new Bounded(MOST_CLIENTS);
    private final Set<String> begun = new HashSet<>();
    private final Family requests;
    private final Family byClient;
    private final Family originalTokens;
    private final Family answerTokens;
    private final Family originalBytes;
    private final Family answerBytes;
    private final Family sizes;
    private final Family oversized;
    private final Family followUpTokens;
    private final Family definitionTokens;
    private final Family netTokens;
    private final Family cursors;
    private final Family nudges;
    private final Family failures;
    private final Family duration;
    private final Family own;
    private final EstimateMetrics estimates;

    Traffic(Registry registry) {
        this.registry = registry;
        requests = registry.counter("plimsoll_requests_total", "Requests answered.", "server", "tool", "outcome");
        byClient = registry.counter("plimsoll_client_requests_total", "The same by who asks.", "client", "era");
        originalTokens = counter("plimsoll_original_tokens_total", "Tokens of results, an estimate.");
        answerTokens = counter("plimsoll_answer_tokens_total", "Tokens of answers, what is read on included.");
        originalBytes = counter("plimsoll_original_bytes_total", "Bytes of results.");
        answerBytes = counter("plimsoll_answer_bytes_total", "Bytes of answers, what is read on included.");
        sizes = registry.histogram("plimsoll_result_size_tokens", "How large results are.", TOKENS, "server");
        oversized = counter("plimsoll_oversized_results_total", "Results that were not answered whole.");
        followUpTokens = counter("plimsoll_follow_up_tokens_total", "Tokens of what was read on.");
        definitionTokens = registry.gauge(
                "plimsoll_definition_tokens", "Tokens that listings cost more than those of the servers.", "server");
        netTokens = registry.gauge(
                "plimsoll_net_saved_tokens", "Saved, less what was read on and what listings cost more.", "server");
        cursors = registry.counter("plimsoll_cursors_total", "What became of cursors.", "server", "event");
        nudges = registry.counter(
                "plimsoll_nudges_total",
                "Calls in a loop that were told of a better one, and sessions that used their budget up.",
                "server",
                "nudge");
        failures = registry.counter("plimsoll_upstream_errors_total", "Calls that failed.", "server", "reason");
        duration = registry.histogram(
                "plimsoll_request_duration_seconds", "From requests to answers.", SECONDS, "server", "tool");
        own = registry.histogram("plimsoll_own_duration_seconds", "Plimsoll's share of that.", OWN_SECONDS, "server");
        estimates = new EstimateMetrics(registry);
    }

    private Family counter(String name, String help) {
        return registry.counter(name, help, "server", "tool");
    }

    @Override
    public void accept(List<Entry> entries) {
        registry.change(() -> entries.forEach(this::add));
    }

    private void add(Entry entry) {
        Subject subject = entry.subject();
        Size size = entry.size();
        boolean known = servers.admits(subject.server());
        String server = known ? subject.server() : Bounded.OTHER;
        if (entry.outcome().equals(Entry.LISTED)) {
            definitionTokens.add(size.answerTokens(), server);
            netTokens.add(-size.answerTokens(), server);
            return;
        }
        boolean apart = known && tools.admits(subject.server() + '/' + subject.tool());
        String tool = apart ? subject.tool() : Bounded.OTHER;
        requests.add(1, server, tool, entry.outcome());
        byClient.add(1, clients.of(subject.client()), subject.era());
        answerTokens.add(size.answerTokens(), server, tool);
        answerBytes.add(size.answerBytes(), server, tool);
        duration.observe(entry.micros() / MICROS, server, tool);
        own.observe(entry.ownMicros() / MICROS, server);
        if (entry.reads()) {
            followUpTokens.add(size.answerTokens(), server, tool);
            netTokens.add(-size.answerTokens(), server);
        } else {
            result(entry, server, tool);
        }
        estimates.add(entry);
        if (begun.add(server)) {
            begin(server);
        }
        cursors(entry, server);
        for (Nudge nudge : Nudge.values()) {
            nudges.add(nudge.in(entry.why()) ? 1 : 0, server, nudge.word());
        }
        Trouble trouble = Trouble.of(entry);
        if (trouble != Trouble.NONE) {
            failures.add(1, server, trouble.name().toLowerCase(Locale.ROOT));
        }
    }

    private void result(Entry entry, String server, String tool) {
        Size size = entry.size();
        originalTokens.add(size.originalTokens(), server, tool);
        originalBytes.add(size.originalBytes(), server, tool);
        netTokens.add(size.originalTokens() - size.answerTokens(), server);
        sizes.observe((double) size.originalTokens(), server);
        oversized.add(entry.oversized() ? 1 : 0, server, tool);
    }

    /** What has not happened yet is 0: who looks for growth sees none from nothing to one. */
    private void begin(String server) {
        for (String event : List.of("created", "read", "expired", "refused")) {
            cursors.add(0, server, event);
        }
        for (Nudge nudge : Nudge.values()) {
            nudges.add(0, server, nudge.word());
        }
        for (Trouble trouble : Trouble.values()) {
            if (trouble != Trouble.NONE) {
                failures.add(0, server, trouble.name().toLowerCase(Locale.ROOT));
            }
        }
    }

    private void cursors(Entry entry, String server) {
        if (entry.kept()) {
            cursors.add(1, server, "created");
        }
        if (entry.reads()) {
            cursors.add(1, server, "read");
        }
        if (entry.why().startsWith("CURSOR_EXPIRED")) {
            cursors.add(1, server, "expired");
        }
        if (entry.why().startsWith("CURSOR_INVALID")) {
            cursors.add(1, server, "refused");
        }
    }
}
