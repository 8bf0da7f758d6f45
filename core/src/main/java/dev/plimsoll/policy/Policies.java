package dev.plimsoll.policy;

import java.util.List;
import java.util.Objects;

/**
 * The policy for every tool: a base and rules, applied in order, so that of two rules that set the same key the last
 * matching one wins.
 */
public record Policies(Policy base, List<Rule> rules) {

    public Policies {
        Objects.requireNonNull(base, "base");
        rules = List.copyOf(rules);
    }

    public static Policies of(Policy base) {
        return new Policies(base, List.of());
    }

    /** The policy in force for one tool. */
    public ToolPolicy of(String server, String tool) {
        Policy policy = base;
        boolean named = false;
        for (Rule rule : rules) {
            if (rule.matches(server, tool)) {
                policy = rule.change().apply(policy);
                named = true;
            }
        }
        return new ToolPolicy(policy, named);
    }
}
