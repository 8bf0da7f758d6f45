package dev.plimsoll.gateway.limit;

import dev.plimsoll.gateway.config.model.BreakerConfig;
import java.util.function.LongSupplier;

/**
 * Circuit breaker of one server. After several failures in a row, the server is ejected: calls are refused for a time
 * that grows with each ejection. Then one call is tried; if it fails, the server is ejected again. Thread-safe.
 */
final class ServerCircuit {

    private static final long NOT_EJECTED = -1;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final LongSupplier nanoClock;
    private BreakerConfig config;
    private int failures;
    /**
     * Factor of the ejection time. Each ejection increases the factor by one, and each period of the configured
     * ejection time without an ejection decreases it by one.
     */
    private int recentEjections;

    private long ejections;
    private long ejectedForNanos = NOT_EJECTED;
    private long ejectedAtNanos;
    private boolean isTrialRunning;
    private long trialAtNanos;

    ServerCircuit(BreakerConfig config, LongSupplier nanoClock) {
        this.config = config;
        this.nanoClock = nanoClock;
    }

    synchronized void configure(BreakerConfig newConfig) {
        config = newConfig;
        if (newConfig.failures() == 0) {
            close();
        }
    }

    /** Returns 0 if a call may proceed, else the seconds to wait. A call after the ejection becomes the trial. */
    synchronized long tryCall() {
        long seconds = secondsToWait();
        if (seconds == 0 && ejectedForNanos != NOT_EJECTED) {
            isTrialRunning = true;
            trialAtNanos = nanoClock.getAsLong();
        }
        return seconds;
    }

    /** Returns 0 if the next call may proceed, else the seconds to wait. */
    synchronized long secondsToWait() {
        if (ejectedForNanos == NOT_EJECTED) {
            return 0;
        }
        long nowNanos = nanoClock.getAsLong();
        long remainingNanos = ejectedForNanos - (nowNanos - ejectedAtNanos);
        if (remainingNanos > 0) {
            return (remainingNanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
        }
        // a trial whose client leaves has no outcome: then another call is the trial
        return isTrialRunning && nowNanos - trialAtNanos < config.ejection().toNanos() ? 1 : 0;
    }

    synchronized void onSuccess() {
        failures = 0;
        // during the ejection, a late response to an earlier call must not end the ejection
        boolean isEjectionOver =
                ejectedForNanos != NOT_EJECTED && nanoClock.getAsLong() - ejectedAtNanos >= ejectedForNanos;
        if (isEjectionOver) {
            close();
        }
    }

    /** Records a failure. Returns whether it ejects the server. */
    synchronized boolean onFailure() {
        boolean isClosed = ejectedForNanos == NOT_EJECTED;
        if (config.failures() == 0 || (!isClosed && !isTrialRunning)) {
            return false;
        }
        failures++;
        if (isClosed && failures < config.failures()) {
            return false;
        }
        eject();
        return true;
    }

    private void eject() {
        long nowNanos = nanoClock.getAsLong();
        long baseNanos = config.ejection().toNanos();
        long periodsWithoutEjection =
                ejections == 0 ? 0 : (nowNanos - ejectedAtNanos - lastEjectionDurationNanos()) / baseNanos;
        recentEjections = (int) Math.max(0, recentEjections - Math.max(0, periodsWithoutEjection)) + 1;
        ejectedForNanos =
                Math.min(baseNanos * recentEjections, config.maxEjection().toNanos());
        ejectedAtNanos = nowNanos;
        ejections++;
        failures = 0;
        isTrialRunning = false;
    }

    private long lastEjectionDurationNanos() {
        return Math.min(
                config.ejection().toNanos() * recentEjections,
                config.maxEjection().toNanos());
    }

    private void close() {
        ejectedForNanos = NOT_EJECTED;
        isTrialRunning = false;
        failures = 0;
    }

    /** Returns the number of ejections since the start. */
    synchronized long ejections() {
        return ejections;
    }
}
