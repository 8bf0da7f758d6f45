package dev.plimsoll.gateway.rollout;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.policy.option.RolloutMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes of the policies by the rollouts and rollbacks that are in effect at a certain time. Immutable.
 *
 * @param stages the current stage of each rollout
 * @param rollbacks rollbacks in effect
 */
record RolloutOverlay(List<RolloutStage> stages, List<RollbackRule> rollbacks) {

    static final RolloutOverlay EMPTY = new RolloutOverlay(List.of(), List.of());

    RolloutOverlay {
        stages = List.copyOf(stages);
        rollbacks = List.copyOf(rollbacks);
    }

    // used instead of equals: the equals of a record is generated at its first use, which adds 5 ms to a
    // start

    boolean hasSameContent(RolloutOverlay other) {
        return stages.equals(other.stages) && rollbacks.equals(other.rollbacks);
    }

    boolean isEmpty() {
        return stages.isEmpty() && rollbacks.isEmpty();
    }

    /**
     * Returns the changed policies. Each step becomes a rule directly after the rule that configures it, so
     * that later rules override it. Rollbacks come last, so that they override everything.
     */
    Policies applyTo(Policies policies) {
        Policy base = policies.base();
        for (RolloutStage rolloutStage : stages) {
            base = rolloutStage.glob().isEmpty() ? rolloutStage.applyTo(base) : base;
        }
        List<PolicyRule> rules = new ArrayList<>();
        for (PolicyRule policyRule : policies.rules()) {
            rules.add(policyRule);
            for (RolloutStage rolloutStage : stages) {
                if (rolloutStage.step() != null && rolloutStage.glob().equals(policyRule.glob())) {
                    rules.add(new PolicyRule(rolloutStage.glob(), rolloutStage::applyTo));
                }
            }
        }
        for (RollbackRule rollbackRule : rollbacks) {
            base = rollbackRule.glob().equals(RollbackRule.ALL) ? withRolloutOff(base) : base;
            rules.add(new PolicyRule(rollbackRule.glob(), RolloutOverlay::withRolloutOff));
        }
        return new Policies(base, rules, policies.profiles()).withResources(policies.resources());
    }

    private static Policy withRolloutOff(Policy policy) {
        return policy.with(Policy.ROLLOUT_MODE, RolloutMode.OFF);
    }
}
