package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.gateway.telemetry.store.Filter;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.Row;
import dev.plimsoll.gateway.telemetry.store.Row.Place;
import dev.plimsoll.gateway.telemetry.store.TelemetryStore;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.Cost;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.ToolPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What policies would have done with the results of a time, by the sizes that were recorded of them.
 *
 * @param effects by tool, where most would change first
 * @param requests how many results there were
 * @param complete whether older ones are left out
 */
public record Replay(Instant from, Instant to, List<Effect> effects, long requests, boolean complete) {

    /** As many as can be gone through in a few seconds. */
    private static final int MOST = 200_000;

    private static final int AT_ONCE = 20_000;
    private static final int MOST_ITEMS = 10_000;

    public Replay {
        effects = List.copyOf(effects);
    }

    /** What would be otherwise with one tool. */
    public static final class Effect {

        private final String server;
        private final String tool;
        private long calls;
        private long shaped;
        private long wouldShape;
        private long begins;
        private long ends;
        private long tokens;
        private long wouldBe;

        Effect(String server, String tool) {
            this.server = server;
            this.tool = tool;
        }

        public String server() {
            return server;
        }

        public String tool() {
            return tool;
        }

        public long calls() {
            return calls;
        }

        /** How many were not answered whole. */
        public long shaped() {
            return shaped;
        }

        /** How many would not be. */
        public long wouldShape() {
            return wouldShape;
        }

        /** How many were answered whole and would not be. */
        public long begins() {
            return begins;
        }

        /** How many were not and would be. */
        public long ends() {
            return ends;
        }

        /** What the answers cost. */
        public long tokens() {
            return tokens;
        }

        /** What they would cost at most. */
        public long wouldBe() {
            return wouldBe;
        }

        private void add(Row row, Policies policies) {
            boolean was = row.kept() || row.size().answerTokens() < row.size().originalTokens();
            ToolPolicy policy = policies.of(server, tool, row.label().client());
            Decision decision = policy.decide(cost(row), () -> likeness(row), 0, row.kept());
            boolean would = decision instanceof Decision.Shape;
            Budget budget = decision.budget();
            calls++;
            shaped += was ? 1 : 0;
            wouldShape += would ? 1 : 0;
            begins += would && !was ? 1 : 0;
            ends += was && !would ? 1 : 0;
            tokens += row.size().answerTokens();
            wouldBe += would
                    ? Math.min(budget.tokens(), row.size().originalTokens())
                    : row.size().originalTokens();
        }

        private static Cost cost(Row row) {
            long tokens = Math.min(Integer.MAX_VALUE, row.size().originalTokens());
            return new Cost((int) tokens, false, row.size().originalBytes(), 0);
        }

        /** A list of as many items where they were counted, else a thing of which nothing is known. */
        private static Document likeness(Row row) {
            long items = Math.min(MOST_ITEMS, row.size().items());
            String list = items < 1 ? "0" : "[0" + ",0".repeat((int) items - 1) + "]";
            return new Document(Slice.of(list), true);
        }

        private long difference() {
            return Math.max(begins + ends, Math.abs(wouldBe - tokens) / 1_000);
        }
    }

    /**
     * Takes over what {@code run} processes have spooled, and goes through it.
     *
     * @throws IOException in words for people
     */
    public static Replay of(Path data, Duration retention, long maxBytes, Policies policies, Instant from, Instant to)
            throws IOException {
        try (TelemetryStore store = TelemetryStore.open(data, retention, maxBytes, InstantSource.system())) {
            store.takeSpools();
        }
        Map<String, Effect> effects = new HashMap<>();
        Filter filter = new Filter(Math.max(0, from.toEpochMilli()), to.toEpochMilli(), Map.of());
        long seen = 0;
        long counted = 0;
        try (Ledger ledger = new Ledger(data)) {
            List<Row> rows = ledger.requests(filter, null, AT_ONCE);
            while (!rows.isEmpty() && seen < MOST) {
                for (Row row : rows) {
                    counted += add(row, policies, effects) ? 1 : 0;
                }
                seen += rows.size();
                Place last = rows.get(rows.size() - 1).place();
                rows = rows.size() < AT_ONCE ? List.of() : ledger.requests(filter, last, AT_ONCE);
            }
            List<Effect> all = effects.values().stream()
                    .sorted(Comparator.comparingLong((Effect effect) -> -effect.difference())
                            .thenComparing(Effect::server)
                            .thenComparing(Effect::tool))
                    .toList();
            return new Replay(from, to, all, counted, rows.isEmpty());
        }
    }

    /** Whether it was a result of which a size is known. */
    private static boolean add(Row row, Policies policies, Map<String, Effect> effects) {
        boolean reads = row.follows() != 0 || row.label().outcome().equals("read");
        boolean nothing =
                row.size().originalTokens() == 0 || row.label().outcome().equals(Entry.ERROR);
        if (reads || nothing) {
            return false;
        }
        String server = row.label().server();
        String tool = row.label().tool();
        effects.computeIfAbsent(server + "/" + tool, name -> new Effect(server, tool))
                .add(row, policies);
        return true;
    }
}
