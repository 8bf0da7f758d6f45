package dev.plimsoll.gateway.access;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Rules that allow calls. Without rules, all calls are allowed. If there are rules, a call is allowed only if a rule
 * allows it. The library of the expression language is loaded only if there is a rule.
 */
public final class AccessRules {

    /** No rules, which allow everything. */
    public static final AccessRules NONE = new AccessRules(null);

    private final @Nullable RuleSet ruleSet;
    private final LongAdder refusals = new LongAdder();

    private AccessRules(@Nullable RuleSet ruleSet) {
        this.ruleSet = ruleSet;
    }

    /**
     * Creates rules.
     *
     * @param conditions a condition in CEL for each glob
     * @throws IllegalArgumentException if a condition is not valid
     */
    public static AccessRules of(Map<String, String> conditions) {
        return conditions.isEmpty() ? NONE : new AccessRules(createRuleSet(conditions));
    }

    private static RuleSet createRuleSet(Map<String, String> conditions) {
        RuleSetFactory factory =
                ServiceLoader.load(RuleSetFactory.class).findFirst().orElseThrow();
        try {
            return factory.create(conditions);
        } catch (NoClassDefFoundError e) {
            if (e.getCause() instanceof ClassNotFoundException) {
                // plimsoll run has no library for conditions. It also has no callers that rules could allow
                return new DenyAll();
            }
            throw e;
        }
    }

    /** Rules that allow nothing. */
    private record DenyAll() implements RuleSet {

        @Override
        public boolean allows(AccessRequest request, Map<String, Object> claims) {
            return false;
        }

        @Override
        public boolean canAllow(AccessRequest request, Map<String, Object> claims) {
            return false;
        }

        @Override
        public Set<String> claimNames() {
            return Set.of();
        }
    }

    public boolean isEmpty() {
        return ruleSet == null;
    }

    /** Returns the names of the claims that the rules read. */
    public Set<String> claimNames() {
        return ruleSet == null ? Set.of() : ruleSet.claimNames();
    }

    /** Returns whether a caller with these claims may make the request. Counts refusals. */
    public boolean allows(AccessRequest request, Map<String, Object> claims) {
        boolean isAllowed = ruleSet == null || ruleSet.allows(request, claims);
        if (!isAllowed) {
            refusals.increment();
        }
        return isAllowed;
    }

    /**
     * Returns whether there are arguments, or a URI of the template, for which a caller with these claims may make the
     * request.
     */
    public boolean canAllow(AccessRequest request, Map<String, Object> claims) {
        return ruleSet == null || ruleSet.canAllow(request, claims);
    }

    /** Counts a refusal that {@link #canAllow} decided. */
    void countRefusal() {
        refusals.increment();
    }

    /** Returns the number of refusals since the start. */
    public long refusals() {
        return refusals.sum();
    }
}
