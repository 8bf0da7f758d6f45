package dev.plimsoll.gateway.config.model;

import java.time.Duration;

/**
 * Settings of a server's circuit breaker.
 *
 * @param failures failures in a row after which calls are refused; 0 for never
 * @param ejection duration of the first ejection, in which calls are refused; the second ejection lasts twice as long,
 *     and so on
 * @param maxEjection maximum duration of an ejection
 */
public record BreakerConfig(int failures, Duration ejection, Duration maxEjection) {

    /** The defaults, which are those of Envoy. */
    public static final BreakerConfig DEFAULT = new BreakerConfig(5, Duration.ofSeconds(30), Duration.ofMinutes(5));
}
