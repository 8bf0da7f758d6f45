package dev.plimsoll.telemetry;

import java.util.Locale;

/** Arm of a rollout to which a request belongs. */
public enum Arm {
    /** There is no rollout: the policy applies to all requests or to none. */
    NONE,
    /** The policy applies to this request, but not to all. */
    PROTECTED,
    /** Control group: the client got the server's result. */
    CONTROL,
    /** The client got the server's result, and the policy's answer was only computed. */
    SHADOW;

    /** Returns the name in records; empty for {@link #NONE}. */
    public String recordName() {
        return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
    }

    /** Returns the arm of this name, or {@code NONE} if there is none. */
    public static Arm parse(String recordName) {
        for (Arm arm : values()) {
            if (arm.recordName().equals(recordName)) {
                return arm;
            }
        }
        return NONE;
    }
}
