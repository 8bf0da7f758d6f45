package dev.plimsoll.telemetry;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a rollout made of a request.
 *
 * @param unit the same number for all that is treated alike, such as a session; 0 where nothing is told apart. It leads to
 *     nobody
 * @param instead what would have been, in arm {@code shadow}; null where nothing was tried out
 */
public record Rollout(Arm arm, long unit, @Nullable Instead instead) {

    /** Of a request that the policy acts on like on all. */
    public static final Rollout NONE = new Rollout(Arm.NONE, 0, null);

    public Rollout {
        Objects.requireNonNull(arm, "arm");
    }

    /**
     * An answer that was made and not sent.
     *
     * @param tokens by the policy's count
     * @param bytes on the wire
     */
    public record Instead(OutcomeKind outcome, long tokens, long bytes) {}

    /** The same, with what would have been. */
    public Rollout with(@Nullable Instead tried) {
        return new Rollout(arm, unit, tried);
    }
}
