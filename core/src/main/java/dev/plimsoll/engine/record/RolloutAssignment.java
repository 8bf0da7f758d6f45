package dev.plimsoll.engine.record;

import dev.plimsoll.app.AppUse;
import dev.plimsoll.call.ToolCall;
import dev.plimsoll.engine.result.AppPart;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.ToolPolicy;
import dev.plimsoll.policy.option.RolloutMode;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.telemetry.Arm;
import dev.plimsoll.telemetry.Rollout;

/**
 * Policy and rollout arm of a call.
 *
 * @param policy the policy as it acts on this call
 * @param rollout the arm, for receipts
 */
public record RolloutAssignment(ToolPolicy policy, Rollout rollout) {

    private static final int ALL_PERCENT = 100;

    public static RolloutAssignment of(Policies policies, ToolCall call, StyleRegistry styles) {
        return of(policies.forTool(call.server(), call.tool(), call.client().name()), call, styles);
    }

    public static RolloutAssignment of(ToolPolicy configured, ToolCall call, StyleRegistry styles) {
        boolean hasApp = call.hints().appUse() == AppUse.SHARED && AppPart.isPassedUnchanged(call, configured.policy());
        ToolPolicy policy = hasApp ? styles.forContentOnly(configured) : styles.forHints(configured, call.hints());
        RolloutMode mode = policy.policy().get(Policy.ROLLOUT_MODE);
        if (mode == RolloutMode.SHADOW) {
            return new RolloutAssignment(policy, new Rollout(Arm.SHADOW, 0, null));
        }
        int percent = mode.appliedPercent(policy.policy().get(Policy.ROLLOUT_PERCENT));
        if (percent == ALL_PERCENT || !policy.canShape()) {
            return new RolloutAssignment(policy, Rollout.NONE);
        }
        RolloutUnit rolloutUnit = RolloutUnit.of(call);
        return rolloutUnit.isInShare(percent)
                ? new RolloutAssignment(policy, new Rollout(Arm.PROTECTED, rolloutUnit.number(), null))
                : new RolloutAssignment(
                        policy.withRolloutMode(RolloutMode.OFF), new Rollout(Arm.CONTROL, rolloutUnit.number(), null));
    }
}
