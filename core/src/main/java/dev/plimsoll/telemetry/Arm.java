package dev.plimsoll.telemetry;

import java.util.Locale;

/** Where a request stands while a policy is rolled out. */
public enum Arm {
    /** The policy acts on all, or on none. */
    NONE,
    /** Among those that it acts on, while it does not act on others. */
    PROTECTED,
    /** Among the others: it got what the server gave. */
    CONTROL,
    /** It got what the server gave; what it would have got was tried out. */
    SHADOW;

    /** As records spell it. */
    public String word() {
        return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
    }

    /** The one that is spelled so; none for what is no arm. */
    public static Arm of(String word) {
        for (Arm arm : values()) {
            if (arm.word().equals(word)) {
                return arm;
            }
        }
        return NONE;
    }
}
