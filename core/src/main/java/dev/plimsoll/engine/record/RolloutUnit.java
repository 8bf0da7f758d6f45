package dev.plimsoll.engine.record;

import dev.plimsoll.call.ToolCall;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Unit of a rollout: its calls are all in the same arm, in every process and at any time. If a share of 10 %
 * contains a unit, every larger share contains it too.
 *
 * @param number never 0; a random number, or a hash from which a session ID, which is secret, cannot be recovered
 */
public record RolloutUnit(long number) {

    private static final int ALL_PERCENT = 100;
    private static final int STEPS_PER_PERCENT = 10_000;

    /**
     * Returns the unit of a call: the unit that the call names, else its session, else its caller. A call that has none of
     * these, or is marked {@code ALONE}, is a unit of its own.
     */
    public static RolloutUnit of(ToolCall call) {
        if (call.unit().equals(ToolCall.ALONE)) {
            return createRandom();
        }
        if (!call.unit().isEmpty()) {
            return of("unit " + call.unit());
        }
        if (!call.session().isEmpty()) {
            return of("session " + call.session());
        }
        return call.caller().isEmpty() ? createRandom() : of("caller " + call.caller());
    }

    private static RolloutUnit createRandom() {
        return new RolloutUnit(ThreadLocalRandom.current().nextLong() | 1);
    }

    private static RolloutUnit of(String name) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            long number = ByteBuffer.wrap(digest).getLong();
            return new RolloutUnit(number == 0 ? 1 : number);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns whether a share of this many percent contains the unit. */
    boolean isInShare(int percent) {
        // ignores the lowest bit, because createRandom always sets it
        return Long.remainderUnsigned(number >>> 1, (long) ALL_PERCENT * STEPS_PER_PERCENT)
                < (long) percent * STEPS_PER_PERCENT;
    }
}
