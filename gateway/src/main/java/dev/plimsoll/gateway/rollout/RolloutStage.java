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
 * @param glob pattern of the tools; empty for all tools
 * @param step the current step; null if all steps have ended, so that the policy of the configuration applies
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

    /** Returns the stage at the time {@code now}, if the first step began at the time {@code start}. */
    static RolloutStage of(Canary canary, Instant start, Instant now) {
        Instant end = start;
        int stepNumber = 0;
        for (Step step : canary.steps()) {
            stepNumber++;
            Duration duration = step.duration();
            if (duration == null) {
                return new RolloutStage(
                        canary.glob(), step, stepNumber, canary.steps().size(), null);
            }
            end = end.plus(duration);
            if (now.isBefore(end)) {
                return new RolloutStage(
                        canary.glob(), step, stepNumber, canary.steps().size(), end);
            }
        }
        return new RolloutStage(canary.glob(), null, stepNumber, canary.steps().size(), null);
    }

    /** Returns the policy with the changes of this step. */
    Policy applyTo(Policy policy) {
        Step currentStep = step;
        if (currentStep == null) {
            return policy;
        }
        Policy changed = policy.with(Policy.ROLLOUT_PERCENT, currentStep.percent());
        Integer pageSize = currentStep.pageSize();
        if (pageSize == null) {
            return changed;
        }
        int maxPageSize = Math.max(pageSize, policy.get(Policy.MAX_PAGE_SIZE));
        return changed.with(Policy.DEFAULT_PAGE_SIZE, pageSize).with(Policy.MAX_PAGE_SIZE, maxPageSize);
    }
}
