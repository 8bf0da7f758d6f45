package dev.plimsoll.policy;

import dev.plimsoll.model.ToolHints;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a caller may do, each including the ones before it; and what a tool asks of its callers. */
public enum Tier {
    /** Sees what is there. */
    READ,
    /** Changes it. */
    READ_WRITE,
    /** Changes it beyond return. */
    ADMIN;

    /** Whether a caller of this tier may use a tool that asks for that one. */
    public boolean allows(Tier needed) {
        return compareTo(needed) >= 0;
    }

    /**
     * What a tool asks of its callers: the policy's word, else what it says of itself. Only one that calls itself destructive
     * asks for {@code admin}: by the protocol's default every tool without hints would. One of which nobody has seen what it
     * says asks for everything.
     */
    public static Tier askedBy(Policy policy, ToolHints hints) {
        Tier set = policy.find(Policy.TIER);
        if (set != null) {
            return set;
        }
        Boolean readOnly = policy.find(Policy.READ_ONLY);
        if (Boolean.TRUE.equals(readOnly == null ? hints.readOnly() : readOnly)) {
            return READ;
        }
        return !hints.seen() || Boolean.TRUE.equals(hints.destructive()) ? ADMIN : READ_WRITE;
    }

    /** The tier of this name; null if there is none. */
    public static @Nullable Tier named(String name) {
        for (Tier tier : values()) {
            if (tier.toString().equals(name)) {
                return tier;
            }
        }
        return null;
    }

    /** The one of both that includes the other. */
    public Tier or(Tier other) {
        return allows(other) ? this : other;
    }

    /** As configurations write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
