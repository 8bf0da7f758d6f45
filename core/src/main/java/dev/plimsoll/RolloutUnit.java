package dev.plimsoll;

import dev.plimsoll.model.ToolCall;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What is treated alike while a policy is rolled out to a share of all: the same in every process and at any time. Who is
 * among a share is among every larger one.
 *
 * @param number leads back to nobody, for what a session is called opens it; never 0
 */
record RolloutUnit(long number) {

    private static final int HUNDRED = 100;
    private static final int FINE = 10_000;

    /** By its session, else by its caller; what has neither stands alone. */
    static RolloutUnit of(ToolCall call) {
        if (call.unit().equals(ToolCall.ALONE)) {
            return alone();
        }
        if (!call.unit().isEmpty()) {
            return of("unit " + call.unit());
        }
        if (!call.session().isEmpty()) {
            return of("session " + call.session());
        }
        return call.caller().isEmpty() ? alone() : of("caller " + call.caller());
    }

    private static RolloutUnit alone() {
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

    /** Whether it is among so many of a hundred. */
    boolean isAmong(int percent) {
        return Long.remainderUnsigned(number >>> 1, (long) HUNDRED * FINE) < (long) percent * FINE;
    }
}
