package dev.plimsoll.policy;

import java.util.Locale;

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

    /** As configurations write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
