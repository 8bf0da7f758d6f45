package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.setting.QuantityParser;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Settings for rolling out policies in steps.
 *
 * @param canaries first the canary for all tools, then the canaries of rules, in the order of the rules
 * @param rollbackConditions conditions for automatic rollback; null for none
 */
public record RolloutConfig(List<Canary> canaries, @Nullable RollbackConditions rollbackConditions) {

    public static final RolloutConfig NONE = new RolloutConfig(List.of(), null);

    public RolloutConfig {
        canaries = List.copyOf(canaries);
    }

    /**
     * Conditions under which a tool's protection is turned off automatically.
     *
     * @param window the time over which requests and failures are counted
     * @param duration how long the protection is off
     * @param minRequests minimum number of requests within {@code window} for a rollback
     * @param maxFailureShare allowed share of failed follow-up reads
     */
    public record RollbackConditions(Duration window, Duration duration, int minRequests, double maxFailureShare) {}

    /**
     * Rollout steps in sequence.
     *
     * @param glob glob of the rule that contains the steps; empty for all tools
     */
    public record Canary(String glob, List<Step> steps) {

        public Canary {
            steps = List.copyOf(steps);
        }

        /** Returns a text that is equal for equal steps. */
        public String text() {
            return steps.stream().map(Step::text).collect(Collectors.joining(", "));
        }
    }

    /**
     * One rollout step.
     *
     * @param duration time until the next step; null for a last step without an end
     * @param pageSize items on a page during this step; null for the usual size
     */
    public record Step(
            int percent,
            @Nullable Duration duration,
            @Nullable Integer pageSize) {

        String text() {
            Duration time = duration;
            return percent + "%" + (time == null ? "" : " for " + QuantityParser.formatDuration(time))
                    + (pageSize == null ? "" : ", pages of " + pageSize);
        }
    }
}
