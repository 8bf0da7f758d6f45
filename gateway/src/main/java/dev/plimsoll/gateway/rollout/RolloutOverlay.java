package dev.plimsoll.gateway.rollout;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.PolicyRule;
import java.util.ArrayList;
import java.util.List;

/**
 * What is laid over policies at one time. Pure.
 *
 * @param stages of all steps
 * @param backs that hold
 */
record RolloutOverlay(List<RolloutStage> stages, List<TakenBackRule> backs) {

    static final RolloutOverlay NOTHING = new RolloutOverlay(List.of(), List.of());

    RolloutOverlay {
        stages = List.copyOf(stages);
        backs = List.copyOf(backs);
    }

    // a record's own equality is worked out when it is first asked for, which costs a start 5 ms

    boolean isSame(RolloutOverlay other) {
        return stages.equals(other.stages) && backs.equals(other.backs);
    }

    boolean isNothing() {
        return stages.isEmpty() && backs.isEmpty();
    }

    /** Steps come right behind the rule that sets them, so that later rules go before them; what was taken back goes before all. */
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
