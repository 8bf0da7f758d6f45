package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.QuantityParser;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How policies are rolled out bit by bit.
 *
 * @param canaries the one for all tools first, then those of rules in the order of the rules
 * @param backOff when protection is taken back by itself; null: never
 */
public record RolloutConfig(List<Canary> canaries, @Nullable BackOff backOff) {

    public static final RolloutConfig NONE = new RolloutConfig(List.of(), null);

    public RolloutConfig {
        canaries = List.copyOf(canaries);
    }

    /**
     * When a tool's protection does harm.
     *
     * @param window over which that is looked at
     * @param lasting how long it is off then
     * @param minRequests with fewer, nothing is said
     * @param failures the share of readings that may fail
     */
    public record BackOff(Duration window, Duration lasting, int minRequests, double failures) {}

    /**
     * Steps that follow one another.
     *
     * @param glob of the rule that sets them; empty for all tools
     */
    public record Canary(String glob, List<Step> steps) {

        public Canary {
            steps = List.copyOf(steps);
        }

        /** The same text for the same steps. */
        public String text() {
            return steps.stream().map(Step::text).collect(Collectors.joining(", "));
        }
    }

    /**
     * One of them.
     *
     * @param lasting how long until the next; null for a last one that has no end
     * @param pageSize of pages meanwhile; null for the usual one
     */
    public record Step(
            int percent,
            @Nullable Duration lasting,
            @Nullable Integer pageSize) {

        String text() {
            Duration time = lasting;
            return percent + "%" + (time == null ? "" : " for " + QuantityParser.text(time))
                    + (pageSize == null ? "" : ", pages of " + pageSize);
        }
    }
}
