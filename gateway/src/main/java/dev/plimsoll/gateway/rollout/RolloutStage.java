package dev.plimsoll.gateway.rollout;

import dev.plimsoll.gateway.config.model.RolloutConfig.Canary;
import dev.plimsoll.gateway.config.model.RolloutConfig.Step;
import dev.plimsoll.policy.Policy;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Current stage of a rollout in steps.
 *
 * @param glob the tools; empty for all
 * @param step the current step; null if all are over and the plain policy applies
 * @param stepNumber number of the step, from 1
 * @param stepCount number of steps
 * @param until start of the next step; null if there is none
 */
public record RolloutStage(
        String glob,
        @Nullable Step step,
        int stepNumber,
        int stepCount,
        @Nullable Instant until) {

    /** Returns the stage at {@code now} of steps that began at {@code began}. */
    static RolloutStage of(Canary canary, Instant began, Instant now) {
        Instant end = began;
        int number = 0;
        for (Step step : canary.steps()) {
            number++;
            Duration lasting = step.duration();
            if (lasting == null) {
                return new RolloutStage(
                        canary.glob(), step, number, canary.steps().size(), null);
            }
            end = end.plus(lasting);
            if (now.isBefore(end)) {
                return new RolloutStage(
                        canary.glob(), step, number, canary.steps().size(), end);
            }
        }
        return new RolloutStage(canary.glob(), null, number, canary.steps().size(), null);
    }

    /** Returns the policy with the changes of this step. */
    Policy applyTo(Policy policy) {
        Step now = step;
        if (now == null) {
            return policy;
        }
        Policy changed = policy.with(Policy.ROLLOUT_PERCENT, now.percent());
        Integer pageSize = now.pageSize();
        if (pageSize == null) {
            return changed;
        }
        int maxPageSize = Math.max(pageSize, policy.get(Policy.MAX_PAGE_SIZE));
        return changed.with(Policy.DEFAULT_PAGE_SIZE, pageSize).with(Policy.MAX_PAGE_SIZE, maxPageSize);
    }
}
