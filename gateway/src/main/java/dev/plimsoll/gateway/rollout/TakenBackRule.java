package dev.plimsoll.gateway.rollout;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Protection that was taken back.
 *
 * @param glob of the tools; {@link #ALL} for everything
 * @param by who did it
 * @param until when it ends by itself; null: once somebody resumes
 * @param why in a few words; empty where nobody said
 */
public record TakenBackRule(
        String glob, Instant at, String by, @Nullable Instant until, String why) {

    /** Everything, resources and prompts too. */
    public static final String ALL = "*";

    static final String AUTOMATIC = "automatic";

    /** Whether nobody but this program did it. */
    public boolean automatic() {
        return by.equals(AUTOMATIC);
    }

    boolean isOver(Instant now) {
        Instant end = until;
        return end != null && !now.isBefore(end);
    }
}
