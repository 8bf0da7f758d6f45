package dev.plimsoll.testkit;

import java.time.Duration;

/** Waits for what other threads and processes do, but not forever: a test that waits in vain fails and says for what. */
public final class Await {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** A look at something that changes. */
    @FunctionalInterface
    public interface Condition {
        boolean isMet() throws Exception;
    }

    private Await() {}

    /** Returns once the condition is met; fails when it is not met within half a minute. */
    public static void until(String what, Condition condition) throws Exception {
        until(what, LONGEST, condition);
    }

    /** Returns once the condition is met; fails when it is not met within that time. */
    public static void until(String what, Duration longest, Condition condition) throws Exception {
        long begun = System.nanoTime();
        while (!condition.isMet()) {
            if (System.nanoTime() - begun > longest.toNanos()) {
                throw new AssertionError("waited " + longest.toSeconds() + " s in vain until " + what);
            }
            // a test that has timed out is interrupted here
            Thread.sleep(1);
        }
    }
}
