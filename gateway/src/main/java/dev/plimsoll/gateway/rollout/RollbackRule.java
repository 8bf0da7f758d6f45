package dev.plimsoll.gateway.rollout;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Rule that turns protection off for some tools.
 *
 * @param glob pattern of the tools; {@link #ALL} for everything
 * @param startedAt when protection was rolled back
 * @param initiator who rolled protection back
 * @param until when the rollback ends by itself; null if only a resume ends it
 * @param why a short reason; may be empty
 */
public record RollbackRule(
        String glob,
        Instant startedAt,
        String initiator,
        @Nullable Instant until,
        String why) {

    /** All tools, resources, and prompts. */
    public static final String ALL = "*";

    static final String AUTOMATIC = "automatic";

    /** Returns whether Plimsoll itself has rolled protection back. */
    public boolean isAutomatic() {
        return initiator.equals(AUTOMATIC);
    }

    boolean isExpired(Instant now) {
        Instant end = until;
        return end != null && !now.isBefore(end);
    }
}
