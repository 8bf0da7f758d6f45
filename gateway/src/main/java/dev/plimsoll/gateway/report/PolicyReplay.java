package dev.plimsoll.gateway.report;

import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.gateway.telemetry.store.Ledger;
import dev.plimsoll.gateway.telemetry.store.RequestFilter;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow;
import dev.plimsoll.gateway.telemetry.store.TelemetryRow.Position;
import dev.plimsoll.gateway.telemetry.store.TelemetryStore;
import dev.plimsoll.json.Slice;
import dev.plimsoll.measure.TokenCost;
import dev.plimsoll.model.Document;
import dev.plimsoll.policy.Budget;
import dev.plimsoll.policy.Decision;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.shape.style.ResultParts;
import dev.plimsoll.shape.style.StyleRegistry;
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
 * Effect that policies would have had on the recorded results of a period. It is computed from the recorded
 * sizes, because the results themselves are not recorded.
 *
 * @param effects the effect on each tool; the largest change comes first
 * @param resultCount number of results
 * @param isComplete whether all results of the period are included; if not, older ones are left out
 */
public record PolicyReplay(Instant from, Instant to, List<Effect> effects, long resultCount, boolean isComplete) {

    /** Maximum number of records that are replayed, which takes a few seconds. */
    private static final int MAX_RECORDS = 200_000;

    private static final int BATCH_SIZE = 20_000;
    private static final int MAX_ITEMS = 10_000;

    public PolicyReplay {
        effects = List.copyOf(effects);
    }

    /** Effect on one tool. */
    public static final class Effect {

        private final String server;
        private final String tool;
        private long calls;
        private long shaped;
        private long projectedShaped;
        private long newlyShaped;
        private long noLongerShaped;
        private long tokens;
        private long projectedTokens;

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

        /** Returns the number of results that were shaped. */
        public long shaped() {
            return shaped;
        }

        /** Returns the number of results that would be shaped. */
        public long projectedShaped() {
            return projectedShaped;
        }

        /** Returns the number of results that passed and would be shaped. */
        public long newlyShaped() {
            return newlyShaped;
        }

        /** Returns the number of results that were shaped and would pass. */
        public long noLongerShaped() {
            return noLongerShaped;
        }

        /** Returns the tokens of the recorded answers. */
        public long tokens() {
            return tokens;
        }

        /** Returns the upper limit of the tokens that the answers would have had. */
        public long projectedTokens() {
            return projectedTokens;
        }

        private void addRecord(TelemetryRow telemetryRow, Policies policies) {
            boolean isShapedInRecord = telemetryRow.isStored()
                    || telemetryRow.size().answerTokens() < telemetryRow.size().originalTokens();
            ToolPolicy policy =
                    policies.forTool(server, tool, telemetryRow.label().client());
            ResultParts parts = new ResultParts(() -> sampleDocument(telemetryRow), telemetryRow.isStored() ? 1 : 0);
            Decision decision = StyleRegistry.standard().decide(policy, recordedCost(telemetryRow), parts, 0);
            boolean isShapedByPolicy = decision instanceof Decision.Shape;
            Budget budget = decision.budget();
            calls++;
            shaped += isShapedInRecord ? 1 : 0;
            projectedShaped += isShapedByPolicy ? 1 : 0;
            newlyShaped += isShapedByPolicy && !isShapedInRecord ? 1 : 0;
            noLongerShaped += isShapedInRecord && !isShapedByPolicy ? 1 : 0;
            tokens += telemetryRow.size().answerTokens();
            projectedTokens += isShapedByPolicy
                    ? Math.min(budget.tokens(), telemetryRow.size().originalTokens())
                    : telemetryRow.size().originalTokens();
        }

        private static TokenCost recordedCost(TelemetryRow telemetryRow) {
            long tokens = Math.min(Integer.MAX_VALUE, telemetryRow.size().originalTokens());
            return new TokenCost((int) tokens, false, telemetryRow.size().originalBytes());
        }

        /**
         * Returns a list with the recorded number of items, whose content does not matter; a single value if
         * the number is unknown.
         */
        private static Document sampleDocument(TelemetryRow telemetryRow) {
            long items = Math.min(MAX_ITEMS, telemetryRow.size().items());
            String list = items < 1 ? "0" : "[0" + ",0".repeat((int) items - 1) + "]";
            return new Document(Slice.of(list), true);
        }

        /** Returns the size of the change, for sorting: a changed decision counts as much as 1,000 tokens. */
        private long sortWeight() {
            return Math.max(newlyShaped + noLongerShaped, Math.abs(projectedTokens - tokens) / 1_000);
        }
    }

    /**
     * Imports the spools (files with records) of {@code plimsoll run} processes, and replays the records of the period.
     *
     * @throws IOException if the data is not readable; the message is written for people
     */
    public static PolicyReplay importAndReplay(
            Path data, Duration retention, long maxBytes, Policies policies, Instant from, Instant to)
            throws IOException {
        try (TelemetryStore store = TelemetryStore.open(data, retention, maxBytes, InstantSource.system())) {
            store.importSpools();
        }
        try (Ledger ledger = new Ledger(data)) {
            return replay(ledger, policies, from, to);
        }
    }

    /**
     * Replays the records of a period in a ledger, at most {@code MAX_RECORDS}, the newest first.
     *
     * @throws IOException if the data is not readable; the message is written for people
     */
    public static PolicyReplay replay(Ledger ledger, Policies policies, Instant from, Instant to) throws IOException {
        Policies resolved = StyleRegistry.standard().resolve(policies);
        Map<String, Effect> effects = new HashMap<>();
        RequestFilter requestFilter = new RequestFilter(Math.max(0, from.toEpochMilli()), to.toEpochMilli(), Map.of());
        long readCount = 0;
        long addedCount = 0;
        List<TelemetryRow> rows = ledger.requests(requestFilter, null, BATCH_SIZE);
        while (!rows.isEmpty() && readCount < MAX_RECORDS) {
            for (TelemetryRow telemetryRow : rows) {
                addedCount += addRecord(telemetryRow, resolved, effects) ? 1 : 0;
            }
            readCount += rows.size();
            Position last = rows.get(rows.size() - 1).position();
            rows = rows.size() < BATCH_SIZE ? List.of() : ledger.requests(requestFilter, last, BATCH_SIZE);
        }
        List<Effect> sortedEffects = effects.values().stream()
                .sorted(Comparator.comparingLong((Effect effect) -> -effect.sortWeight())
                        .thenComparing(Effect::server)
                        .thenComparing(Effect::tool))
                .toList();
        return new PolicyReplay(from, to, sortedEffects, addedCount, rows.isEmpty());
    }

    /**
     * Adds a record to the effect on its tool. Returns false, and adds nothing, for a follow-up read, an error, or a
     * result of unknown size.
     */
    private static boolean addRecord(TelemetryRow telemetryRow, Policies policies, Map<String, Effect> effects) {
        boolean isFollowUpRead =
                telemetryRow.followUpOf() != 0 || telemetryRow.label().outcome().equals("read");
        boolean hasResult = telemetryRow.size().originalTokens() > 0
                && !telemetryRow.label().outcome().equals(TelemetryEntry.ERROR);
        if (isFollowUpRead || !hasResult) {
            return false;
        }
        String server = telemetryRow.label().server();
        String tool = telemetryRow.label().tool();
        effects.computeIfAbsent(server + "/" + tool, name -> new Effect(server, tool))
                .addRecord(telemetryRow, policies);
        return true;
    }
}
