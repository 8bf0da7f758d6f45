package dev.plimsoll.policy;

import dev.plimsoll.model.ToolHints;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Permission level that a caller has or a tool requires. Each level includes the levels before it. */
public enum Tier {
    /** Reads data. */
    READ,
    /** Changes data. */
    READ_WRITE,
    /** Changes data irreversibly. */
    ADMIN;

    /** Returns whether a caller of this tier may use a tool that requires {@code required}. */
    public boolean allows(Tier required) {
        return compareTo(required) >= 0;
    }

    /**
     * Returns the tier that a tool requires: from the policy, otherwise from its hints. A tool requires
     * {@code admin} if it declares that it is destructive, or if its hints are unknown. The protocol's default for tools
     * without hints, which is destructive, does not apply.
     */
    public static Tier requiredBy(Policy policy, ToolHints hints) {
        Tier configured = policy.find(Policy.TIER);
        if (configured != null) {
            return configured;
        }
        Boolean readOnly = policy.find(Policy.READ_ONLY);
        if (Boolean.TRUE.equals(readOnly == null ? hints.readOnly() : readOnly)) {
            return READ;
        }
        return !hints.isKnown() || Boolean.TRUE.equals(hints.destructive()) ? ADMIN : READ_WRITE;
    }

    /** Returns the tier of this name, or null if there is none. */
    public static @Nullable Tier find(String name) {
        for (Tier tier : values()) {
            if (tier.toString().equals(name)) {
                return tier;
            }
        }
        return null;
    }

    /** Returns the higher of both tiers. */
    public Tier max(Tier other) {
        return allows(other) ? this : other;
    }

    /** Returns the name in configurations. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
