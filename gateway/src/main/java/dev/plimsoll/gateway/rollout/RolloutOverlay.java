package dev.plimsoll.gateway.rollout;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.RolloutMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes to the policies at one time. Immutable.
 *
 * @param stages stages of all rollouts
 * @param backs taken-back rules in effect
 */
record RolloutOverlay(List<RolloutStage> stages, List<TakenBackRule> backs) {

    static final RolloutOverlay NOTHING = new RolloutOverlay(List.of(), List.of());

    RolloutOverlay {
        stages = List.copyOf(stages);
        backs = List.copyOf(backs);
    }

    // not equals: a record generates it on first use, which adds 5 ms to a start

    boolean isSame(RolloutOverlay other) {
        return stages.equals(other.stages) && backs.equals(other.backs);
    }

    boolean isNothing() {
        return stages.isEmpty() && backs.isEmpty();
    }

    /**
     * Returns the changed policies. A step follows the rule that sets it, so that later rules override it; taken-back
     * rules come last and override all.
     */
    Policies over(Policies policies) {
        Policy base = policies.base();
        for (RolloutStage rolloutStage : stages) {
            base = rolloutStage.glob().isEmpty() ? rolloutStage.over(base) : base;
        }
        List<PolicyRule> rules = new ArrayList<>();
        for (PolicyRule policyRule : policies.rules()) {
            rules.add(policyRule);
            for (RolloutStage rolloutStage : stages) {
                if (rolloutStage.step() != null && rolloutStage.glob().equals(policyRule.glob())) {
                    rules.add(new PolicyRule(rolloutStage.glob(), rolloutStage::over));
                }
            }
        }
        for (TakenBackRule takenBackRule : backs) {
            base = takenBackRule.glob().equals(TakenBackRule.ALL) ? off(base) : base;
            rules.add(new PolicyRule(takenBackRule.glob(), RolloutOverlay::off));
        }
        return new Policies(base, rules, policies.profiles()).withResources(policies.resources());
    }

    private static Policy off(Policy policy) {
        return policy.with(Policy.ROLLOUT_MODE, RolloutMode.OFF);
    }
}
