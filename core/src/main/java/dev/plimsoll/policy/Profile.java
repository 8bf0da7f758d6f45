package dev.plimsoll.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client can take: ceilings on what an answer may cost and hold for it. A profile lowers what the policy allows and
 * never raises it; what is listed does not depend on it. A client says itself what it is, so this is a hint and no limit that
 * anybody is held to.
 *
 * @param match globs of the names that such clients give themselves, whatever their case
 * @param ceilings a policy of which only {@link #keys} count, and only where they are set
 */
public record Profile(String name, List<String> match, Policy ceilings) {

    /** Longer names are cut: nobody's is. */
    public static final int LONGEST_NAME = 200;

    private static final List<PolicyKey<Integer>> MOST = List.of(
            Policy.TOKEN_BUDGET_THRESHOLD,
            Policy.MAX_TOKEN_BUDGET,
            Policy.FULL_BUDGET_THRESHOLD,
            Policy.BYTE_CEILING,
            Policy.ERROR_BYTES,
            Policy.BINARY_BYTES);

    public Profile {
        Objects.requireNonNull(name, "name");
        match = match.stream().map(glob -> glob.toLowerCase(Locale.ROOT)).toList();
        Objects.requireNonNull(ceilings, "ceilings");
    }

    /** The keys of a policy that a profile may set. */
    public static List<PolicyKey<?>> keys() {
        List<PolicyKey<?>> keys = new ArrayList<>(MOST);
        keys.add(Policy.COUNT_COPIES);
        keys.add(Policy.APPS);
        return List.copyOf(keys);
    }

    /** The same with one more ceiling, or another one. */
    public <T> Profile with(PolicyKey<T> key, @Nullable T ceiling) {
        return new Profile(name, match, ceilings.with(key, ceiling));
    }

    /** Whether a client that gives itself this name is one of those. */
    public boolean matches(String client) {
        String known = client.length() > LONGEST_NAME ? client.substring(0, LONGEST_NAME) : client;
        String lower = known.toLowerCase(Locale.ROOT);
        return match.stream().anyMatch(glob -> PolicyRule.like(glob, lower));
    }

    /** The policy for such a client. */
    public Policy applied(Policy policy) {
        Policy changed = policy;
        for (PolicyKey<Integer> key : MOST) {
            changed = atMost(changed, key, ceilings.sets(key) ? ceilings.find(key) : null);
        }
        // what passes for want of a rule must fit the client as well
        if (policy.find(Policy.AUTO_NEGOTIATE_THRESHOLD) != null) {
            changed = atMost(changed, Policy.AUTO_NEGOTIATE_THRESHOLD, ceilings.find(Policy.BYTE_CEILING));
        }
        if (ceilings.get(Policy.APPS) == AppMode.SHAPE) {
            changed = changed.with(Policy.APPS, AppMode.SHAPE);
        }
        boolean sum = ceilings.get(Policy.COUNT_COPIES) == CountCopies.SUM;
        return sum && policy.get(Policy.COUNT_COPIES) != CountCopies.SUM
                ? changed.with(Policy.COUNT_COPIES, CountCopies.SUM)
                : changed;
    }

    private static Policy atMost(Policy policy, PolicyKey<Integer> key, @Nullable Integer ceiling) {
        Integer now = policy.find(key);
        return ceiling == null || (now != null && now <= ceiling) ? policy : policy.with(key, ceiling);
    }
}
