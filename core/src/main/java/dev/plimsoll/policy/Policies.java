package dev.plimsoll.policy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The policy for every tool: a base and rules, applied in order, so that of two rules that set the same key the last
 * matching one wins. Of the profiles the first that matches a client lowers what these allow. Immutable; what comes out for
 * a tool is remembered, since each request asks for it several times.
 */
public final class Policies {

    /** Names come from clients and servers, who may make up any number. */
    private static final int MOST_REMEMBERED = 4_000;

    private final Policy base;
    private final List<PolicyRule> rules;
    private final List<Profile> profiles;
    private final List<ResourceRule> resources;
    private final ToolPolicy unruled;
    private final Map<Asked, ToolPolicy> remembered = new ConcurrentHashMap<>();

    private record Asked(
            String server, String tool, @Nullable String client) {}

    public Policies(Policy base, List<PolicyRule> rules, List<Profile> profiles) {
        this(base, rules, profiles, List.of());
    }

    private Policies(Policy base, List<PolicyRule> rules, List<Profile> profiles, List<ResourceRule> resources) {
        this.base = Objects.requireNonNull(base, "base");
        this.rules = List.copyOf(rules);
        this.profiles = List.copyOf(profiles);
        this.resources = List.copyOf(resources);
        this.unruled = new ToolPolicy(base, false);
    }

    /** The same for all clients. */
    public Policies(Policy base, List<PolicyRule> rules) {
        this(base, rules, List.of());
    }

    public static Policies of(Policy base) {
        return new Policies(base, List.of());
    }

    public Policy base() {
        return base;
    }

    public List<PolicyRule> rules() {
        return rules;
    }

    public List<Profile> profiles() {
        return profiles;
    }

    public Policies withProfiles(List<Profile> others) {
        return new Policies(base, rules, others, resources);
    }

    public List<ResourceRule> resources() {
        return resources;
    }

    /** Returns a copy with these rules on resources. */
    public Policies withResources(List<ResourceRule> others) {
        return new Policies(base, rules, profiles, others);
    }

    /**
     * Returns the policy for the result of reading a resource. Rules on resources come after those on tools.
     *
     * @param tool what rules on tools, and records, call it
     * @param uri the server's own address
     */
    public ToolPolicy ofResource(String server, String tool, String uri, String client) {
        if (resources.isEmpty()) {
            return of(server, tool, client);
        }
        ToolPolicy ruled = of(server, tool);
        Policy policy = ruled.policy();
        boolean named = ruled.named();
        for (ResourceRule rule : resources) {
            if (rule.matches(server, uri)) {
                policy = rule.change().apply(policy);
                named = true;
            }
        }
        return profiled(new ToolPolicy(policy, named), client);
    }

    /** The policy in force for one tool, whoever asks. */
    public ToolPolicy of(String server, String tool) {
        if (rules.isEmpty()) {
            return unruled;
        }
        Asked asked = new Asked(server, tool, null);
        ToolPolicy known = remembered.get(asked);
        return known == null ? remember(asked, ruled(server, tool)) : known;
    }

    /** The same for a client that gives itself this name; empty for one that gives none. */
    public ToolPolicy of(String server, String tool, String client) {
        if (profiles.isEmpty()) {
            return of(server, tool);
        }
        Asked asked = new Asked(server, tool, client);
        ToolPolicy known = remembered.get(asked);
        return known == null ? remember(asked, profiled(of(server, tool), client)) : known;
    }

    private ToolPolicy remember(Asked asked, ToolPolicy policy) {
        if (remembered.size() < MOST_REMEMBERED) {
            remembered.put(asked, policy);
        }
        return policy;
    }

    private ToolPolicy ruled(String server, String tool) {
        Policy policy = base;
        boolean named = false;
        for (PolicyRule policyRule : rules) {
            if (policyRule.matches(server, tool)) {
                policy = policyRule.change().apply(policy);
                named = true;
            }
        }
        return new ToolPolicy(policy, named);
    }

    private ToolPolicy profiled(ToolPolicy policy, String client) {
        for (Profile profile : profiles) {
            if (profile.matches(client)) {
                return new ToolPolicy(profile.applied(policy.policy()), policy.named());
            }
        }
        return policy;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof Policies other
                && other.base.equals(base)
                && other.rules.equals(rules)
                && other.profiles.equals(profiles)
                && other.resources.equals(resources);
    }

    @Override
    public int hashCode() {
        return Objects.hash(base, rules, profiles, resources);
    }

    @Override
    public String toString() {
        return "Policies[" + base + ", " + rules.size() + " rules, " + profiles.size() + " profiles]";
    }
}
