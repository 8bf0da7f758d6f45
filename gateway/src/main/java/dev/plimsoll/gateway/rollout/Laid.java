package dev.plimsoll.gateway.rollout;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.RolloutMode;
import dev.plimsoll.policy.Rule;
import java.util.ArrayList;
import java.util.List;

/**
 * What is laid over policies at one time. Pure.
 *
 * @param stages of all steps
 * @param backs that hold
 */
record Laid(List<Stage> stages, List<Back> backs) {

    static final Laid NOTHING = new Laid(List.of(), List.of());

    Laid {
        stages = List.copyOf(stages);
        backs = List.copyOf(backs);
    }

    // a record's own equality is worked out when it is first asked for, which costs a start 5 ms

    boolean isSame(Laid other) {
        return stages.equals(other.stages) && backs.equals(other.backs);
    }

    boolean isNothing() {
        return stages.isEmpty() && backs.isEmpty();
    }

    /** Steps come right behind the rule that sets them, so that later rules go before them; what was taken back goes before all. */
    Policies over(Policies policies) {
        Policy base = policies.base();
        for (Stage stage : stages) {
            base = stage.glob().isEmpty() ? stage.over(base) : base;
        }
        List<Rule> rules = new ArrayList<>();
        for (Rule rule : policies.rules()) {
            rules.add(rule);
            for (Stage stage : stages) {
                if (stage.step() != null && stage.glob().equals(rule.glob())) {
                    rules.add(new Rule(stage.glob(), stage::over));
                }
            }
        }
        for (Back back : backs) {
            base = back.glob().equals(Back.ALL) ? off(base) : base;
            rules.add(new Rule(back.glob(), Laid::off));
        }
        return new Policies(base, rules, policies.profiles()).withResources(policies.resources());
    }

    private static Policy off(Policy policy) {
        return policy.with(Policy.ROLLOUT_MODE, RolloutMode.OFF);
    }
}
