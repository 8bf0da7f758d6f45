package dev.plimsoll.telemetry;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Place of a request in a rollout.
 *
 * @param unit number that all requests of one unit, such as a session, share; 0 if units are not distinguished. The
 *     number identifies no caller
 * @param shadowAnswer answer that was computed in arm {@code shadow}; null if none was
 */
public record Rollout(Arm arm, long unit, @Nullable ShadowAnswer shadowAnswer) {

    /** Place of a request that is in no rollout. */
    public static final Rollout NONE = new Rollout(Arm.NONE, 0, null);

    public Rollout {
        Objects.requireNonNull(arm, "arm");
    }

    /**
     * Answer that was computed but not sent.
     *
     * @param tokens tokens by the policy's count
     * @param bytes bytes as they would be sent
     */
    public record ShadowAnswer(OutcomeKind outcome, long tokens, long bytes) {}

    /** Returns a copy with the answer that was computed but not sent. */
    public Rollout withShadowAnswer(@Nullable ShadowAnswer answer) {
        return new Rollout(arm, unit, answer);
    }
}
