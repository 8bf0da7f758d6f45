package dev.plimsoll.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Policies for all tools: a base and rules, applied in order. If two matching rules set the same key, the last one
 * applies. The first profile that matches a client then lowers the limits. Immutable. The policy of a tool is cached,
 * because each request needs it several times.
 */
public final class Policies {

    /** Maximum number of cached policies, because clients and servers can use any number of names. */
    private static final int MAX_CACHED = 4_000;

    private final Policy base;
    private final List<PolicyRule> rules;
    private final List<Profile> profiles;
    private final List<ResourceRule> resources;
    private final Function<Policy, StyleTraits> styleTraits;
    private final ToolPolicy basePolicy;
    private final Map<PolicyLookup, ToolPolicy> policyCache = new ConcurrentHashMap<>();
    private volatile @Nullable Boolean hasBlockedTools;

    private record PolicyLookup(
            String server, String tool, @Nullable String client) {

        // written by hand, because AOT caches cannot store the generated methods of a record, which would cost 5 ms at
        // the first listing
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof PolicyLookup lookup
                    && server.equals(lookup.server)
                    && tool.equals(lookup.tool)
                    && Objects.equals(client, lookup.client);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * server.hashCode() + tool.hashCode()) + Objects.hashCode(client);
        }
    }

    public Policies(Policy base, List<PolicyRule> rules, List<Profile> profiles) {
        this(base, rules, profiles, List.of(), policy -> StyleTraits.COMMON);
    }

    private Policies(
            Policy base,
            List<PolicyRule> rules,
            List<Profile> profiles,
            List<ResourceRule> resources,
            Function<Policy, StyleTraits> styleTraits) {
        this.base = Objects.requireNonNull(base, "base");
        this.rules = List.copyOf(rules);
        this.profiles = List.copyOf(profiles);
        this.resources = List.copyOf(resources);
        this.styleTraits = Objects.requireNonNull(styleTraits, "styleTraits");
        this.basePolicy = new ToolPolicy(base, false, styleTraits.apply(base));
    }

    /** Creates policies without profiles. */
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

    public Policies withProfiles(List<Profile> newProfiles) {
        return new Policies(base, rules, newProfiles, resources, styleTraits);
    }

    public List<ResourceRule> resources() {
        return resources;
    }

    /** Returns a copy with these rules for resources. */
    public Policies withResources(List<ResourceRule> newResources) {
        return new Policies(base, rules, profiles, newResources, styleTraits);
    }

    /** Returns a copy that gets the traits of the style of each policy from this function. */
    public Policies withStyleTraits(Function<Policy, StyleTraits> newStyleTraits) {
        return new Policies(base, rules, profiles, resources, newStyleTraits);
    }

    /** Returns whether this function supplies the traits of styles. */
    public boolean hasStyleTraits(Function<Policy, StyleTraits> other) {
        return styleTraits.equals(other);
    }

    /**
     * Returns the base, and for each rule the base with only this rule applied. Except for the limits of profiles, each
     * value that can apply to a tool or resource is in one of these policies.
     */
    public List<Policy> eachPolicy() {
        List<Policy> policies = new ArrayList<>();
        policies.add(base);
        rules.forEach(rule -> policies.add(rule.change().apply(base)));
        resources.forEach(rule -> policies.add(rule.change().apply(base)));
        return policies;
    }

    /** Returns whether the base or a rule blocks tools. */
    public boolean hasBlockedTools() {
        Boolean cached = hasBlockedTools;
        if (cached == null) {
            cached = eachPolicy().stream().anyMatch(policy -> policy.get(Policy.BLOCKED));
            hasBlockedTools = cached;
        }
        return cached;
    }

    /** Returns whether a tool or resource has stored queries. */
    public boolean hasQueries() {
        return eachPolicy().stream()
                .anyMatch(policy -> !policy.get(Policy.QUERIES).isEmpty());
    }

    /** Returns whether results of a tool or resource can be searched by rank. */
    public boolean hasSearch() {
        return eachPolicy().stream().anyMatch(policy -> policy.get(Policy.SEARCH));
    }

    /** Returns whether results of a tool or resource can be read with SQL. */
    public boolean hasSql() {
        return eachPolicy().stream().anyMatch(policy -> policy.get(Policy.SQL));
    }

    /**
     * Returns the policy for the result of reading a resource. Rules for resources apply after those for tools.
     *
     * @param tool name that rules for tools and telemetry use for the read of a resource
     * @param uri the server's own URI
     */
    public ToolPolicy forResource(String server, String tool, String uri, String client) {
        if (resources.isEmpty()) {
            return forTool(server, tool, client);
        }
        ToolPolicy toolPolicy = forTool(server, tool);
        Policy policy = toolPolicy.policy();
        boolean hasRule = toolPolicy.hasRule();
        for (ResourceRule rule : resources) {
            if (rule.matches(server, uri)) {
                policy = rule.change().apply(policy);
                hasRule = true;
            }
        }
        return applyProfile(new ToolPolicy(policy, hasRule, styleTraits.apply(policy)), client);
    }

    /** Returns the policy for a tool, without a client profile. */
    public ToolPolicy forTool(String server, String tool) {
        if (rules.isEmpty()) {
            return basePolicy;
        }
        PolicyLookup policyLookup = new PolicyLookup(server, tool, null);
        ToolPolicy cached = policyCache.get(policyLookup);
        return cached == null ? addToCache(policyLookup, applyRules(server, tool)) : cached;
    }

    /**
     * Returns the policy for a tool and a client.
     *
     * @param client name of the client; empty if it has none
     */
    public ToolPolicy forTool(String server, String tool, String client) {
        if (profiles.isEmpty()) {
            return forTool(server, tool);
        }
        PolicyLookup policyLookup = new PolicyLookup(server, tool, client);
        ToolPolicy cached = policyCache.get(policyLookup);
        return cached == null ? addToCache(policyLookup, applyProfile(forTool(server, tool), client)) : cached;
    }

    /**
     * Returns whether a program, not a model, made a request, by the marks in the profile of the client.
     *
     * @param meta returns the text under a key of the request's {@code _meta}, or null if there is none
     */
    public boolean isProgramCall(String client, Function<String, @Nullable String> meta) {
        // compares the marks first, because few calls have a mark, and matching the name of a client takes longer
        if (!hasProgramMark(meta)) {
            return false;
        }
        Profile profile = findProfile(client);
        return profile != null && profile.isProgramCall(meta);
    }

    private boolean hasProgramMark(Function<String, @Nullable String> meta) {
        for (Profile profile : profiles) {
            if (profile.isProgramCall(meta)) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Profile findProfile(String client) {
        for (Profile profile : profiles) {
            if (profile.matches(client)) {
                return profile;
            }
        }
        return null;
    }

    private ToolPolicy addToCache(PolicyLookup policyLookup, ToolPolicy policy) {
        if (policyCache.size() < MAX_CACHED) {
            policyCache.put(policyLookup, policy);
        }
        return policy;
    }

    private ToolPolicy applyRules(String server, String tool) {
        Policy policy = base;
        boolean hasRule = false;
        for (PolicyRule policyRule : rules) {
            if (policyRule.matches(server, tool)) {
                policy = policyRule.change().apply(policy);
                hasRule = true;
            }
        }
        return new ToolPolicy(policy, hasRule, styleTraits.apply(policy));
    }

    private ToolPolicy applyProfile(ToolPolicy policy, String client) {
        Profile profile = findProfile(client);
        return profile == null ? policy : policy.with(profile.applyTo(policy.policy()));
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof Policies other
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
