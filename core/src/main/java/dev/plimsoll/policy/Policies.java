package dev.plimsoll.policy;

import java.util.List;
import java.util.Objects;

/**
 * The policy for every tool: a base and rules, applied in order, so that of two rules that set the same key the last
 * matching one wins. Of the profiles the first that matches a client lowers what these allow.
 */
public record Policies(Policy base, List<Rule> rules, List<Profile> profiles) {

    public Policies {
        Objects.requireNonNull(base, "base");
        rules = List.copyOf(rules);
        profiles = List.copyOf(profiles);
    }

    /** The same for all clients. */
    public Policies(Policy base, List<Rule> rules) {
        this(base, rules, List.of());
    }

    public static Policies of(Policy base) {
        return new Policies(base, List.of());
    }

    public Policies withProfiles(List<Profile> others) {
        return new Policies(base, rules, others);
    }

    /** The policy in force for one tool, whoever asks. */
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

    /** The same for a client that gives itself this name; empty for one that gives none. */
    public ToolPolicy of(String server, String tool, String client) {
        ToolPolicy policy = of(server, tool);
        for (Profile profile : profiles) {
            if (profile.matches(client)) {
                return new ToolPolicy(profile.applied(policy.policy()), policy.named());
            }
        }
        return policy;
    }
}
