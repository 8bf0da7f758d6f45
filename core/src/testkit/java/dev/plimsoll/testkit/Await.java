package dev.plimsoll.testkit;

import java.time.Duration;

/** Waits for other threads and processes. If the condition is not met in time, the test fails with a message. */
public final class Await {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** Checks a condition that changes over time. */
    @FunctionalInterface
    public interface Condition {
        boolean isMet() throws Exception;
    }

    private Await() {}

    /** Waits until the condition is met. Fails after 30 seconds. */
    public static void until(String description, Condition condition) throws Exception {
        until(description, DEFAULT_TIMEOUT, condition);
    }

    /** Waits until the condition is met. Fails after the given time. */
    public static void until(String description, Duration timeout, Condition condition) throws Exception {
        long startNanos = System.nanoTime();
        while (!condition.isMet()) {
            if (System.nanoTime() - startNanos > timeout.toNanos()) {
                throw new AssertionError("not met within " + timeout.toSeconds() + " s: " + description);
            }
            // throws if the test has timed out and is interrupted
            Thread.sleep(1);
        }
    }
}
