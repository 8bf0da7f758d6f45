package dev.plimsoll.policy;

import dev.plimsoll.policy.option.AppMode;
import dev.plimsoll.policy.option.CountCopies;
import dev.plimsoll.policy.option.Encoding;
import dev.plimsoll.policy.option.MetaPrefix;
import dev.plimsoll.policy.setting.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Limits and abilities of clients with certain names. A profile lowers the limits of the policy and never raises them,
 * except the limit of images. Its abilities, such as tables and links, apply only to keys that the policy does not
 * set. Listings do not depend on the profile. Clients choose their own names, so a profile is a hint and
 * not enforced.
 *
 * @param clientGlobs globs of client names; upper and lower case are equal
 * @param limits policy with the limits and abilities; only those of the {@link #keys} that it sets apply
 * @param programCalls marks of requests whose results a program, not a model, reads
 */
public record Profile(String name, List<String> clientGlobs, Policy limits, List<MetaPrefix> programCalls) {

    /** Longest client name that is matched. Longer names are cut; no known client has one. */
    public static final int MAX_NAME_LENGTH = 200;

    private static final List<PolicyKey<Integer>> LIMIT_KEYS = List.of(
            Policy.TOKEN_BUDGET_THRESHOLD,
            Policy.MAX_TOKEN_BUDGET,
            Policy.FULL_BUDGET_THRESHOLD,
            Policy.BYTE_CEILING,
            Policy.ERROR_BYTES,
            Policy.BINARY_BYTES);

    public Profile {
        Objects.requireNonNull(name, "name");
        clientGlobs =
                clientGlobs.stream().map(glob -> glob.toLowerCase(Locale.ROOT)).toList();
        Objects.requireNonNull(limits, "limits");
        programCalls = List.copyOf(programCalls);
    }

    /** Creates a profile without marks of program calls. */
    public Profile(String name, List<String> clientGlobs, Policy limits) {
        this(name, clientGlobs, limits, List.of());
    }

    /** Returns the policy keys that a profile may set. */
    public static List<PolicyKey<?>> keys() {
        List<PolicyKey<?>> keys = new ArrayList<>(LIMIT_KEYS);
        keys.add(Policy.IMAGE_BYTES);
        keys.add(Policy.RESOURCE_LINKS);
        keys.add(Policy.IMAGES_AS_TEXT);
        keys.add(Policy.BUDGET_META);
        keys.add(Policy.COUNT_COPIES);
        keys.add(Policy.APPS);
        keys.add(Policy.ENCODING);
        return List.copyOf(keys);
    }

    /** Returns a copy with this limit or ability set; null resets it. */
    public <T> Profile with(PolicyKey<T> key, @Nullable T value) {
        return new Profile(name, clientGlobs, limits.with(key, value), programCalls);
    }

    /** Returns a copy with one more mark of requests that a program makes. */
    public Profile withProgramCalls(String metaKey, String prefix) {
        List<MetaPrefix> marks = new ArrayList<>(programCalls);
        marks.add(new MetaPrefix(metaKey, prefix));
        return new Profile(name, clientGlobs, limits, marks);
    }

    /** Returns whether a program makes the request with this {@code _meta}. */
    boolean isProgramCall(Function<String, @Nullable String> meta) {
        return programCalls.stream().anyMatch(mark -> mark.matches(meta));
    }

    /** Returns whether the profile applies to a client of this name. */
    public boolean matches(String client) {
        String shortName = client.length() > MAX_NAME_LENGTH ? client.substring(0, MAX_NAME_LENGTH) : client;
        String lowerCaseName = shortName.toLowerCase(Locale.ROOT);
        return clientGlobs.stream().anyMatch(glob -> Glob.matches(glob, lowerCaseName));
    }

    /** Returns the policy with the limits and abilities of this profile. */
    public Policy applyTo(Policy policy) {
        Policy changed = policy;
        for (PolicyKey<Integer> key : LIMIT_KEYS) {
            changed = lowerLimit(changed, key, limits.isSet(key) ? limits.find(key) : null);
        }
        // a result that passes because no rule names its tool must fit the client as well
        if (policy.find(Policy.AUTO_NEGOTIATE_THRESHOLD) != null) {
            changed = lowerLimit(changed, Policy.AUTO_NEGOTIATE_THRESHOLD, limits.find(Policy.BYTE_CEILING));
        }
        if (limits.get(Policy.APPS) == AppMode.SHAPE) {
            changed = changed.with(Policy.APPS, AppMode.SHAPE);
        }
        if (limits.get(Policy.ENCODING) == Encoding.TABLE && policy.get(Policy.ENCODING) == Encoding.AUTO) {
            changed = changed.with(Policy.ENCODING, Encoding.TABLE);
        }
        if (limits.isSet(Policy.BUDGET_META) && !policy.isSet(Policy.BUDGET_META)) {
            changed = changed.with(Policy.BUDGET_META, limits.get(Policy.BUDGET_META));
        }
        if (limits.isSet(Policy.RESOURCE_LINKS) && !policy.isSet(Policy.RESOURCE_LINKS)) {
            changed = changed.with(Policy.RESOURCE_LINKS, limits.find(Policy.RESOURCE_LINKS));
        }
        if (limits.isSet(Policy.IMAGES_AS_TEXT) && !policy.isSet(Policy.IMAGES_AS_TEXT)) {
            changed = changed.with(Policy.IMAGES_AS_TEXT, limits.find(Policy.IMAGES_AS_TEXT));
        }
        // the only limit that a profile raises: the bytes of an image do not reach the model of a client that shows
        // images
        if (!policy.isSet(Policy.IMAGE_BYTES) && !policy.isSet(Policy.BINARY_BYTES)) {
            changed = changed.with(Policy.IMAGE_BYTES, limits.find(Policy.IMAGE_BYTES));
        }
        boolean isEveryCopyCounted = limits.get(Policy.COUNT_COPIES) == CountCopies.SUM;
        return isEveryCopyCounted && policy.get(Policy.COUNT_COPIES) != CountCopies.SUM
                ? changed.with(Policy.COUNT_COPIES, CountCopies.SUM)
                : changed;
    }

    private static Policy lowerLimit(Policy policy, PolicyKey<Integer> key, @Nullable Integer ceiling) {
        Integer current = policy.find(key);
        return ceiling == null || (current != null && current <= ceiling) ? policy : policy.with(key, ceiling);
    }
}
