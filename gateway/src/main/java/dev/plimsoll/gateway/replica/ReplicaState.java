package dev.plimsoll.gateway.replica;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Tracks whether the shared store is available. While it is not available, each replica uses its own counters, so
 * that no call fails or waits.
 */
public final class ReplicaState {

    private final Log log;
    private final AtomicBoolean isLocal = new AtomicBoolean();

    public ReplicaState(Log log) {
        this.log = log;
    }

    /** Returns the shared value; if the shared store is not available, returns this replica's own value. */
    <T> T sharedOrLocal(Supplier<T> shared, Supplier<T> local) {
        T value;
        try {
            value = shared.get();
        } catch (RuntimeException e) {
            onUnavailable(e);
            return local.get();
        }
        onAvailable();
        return value;
    }

    private void onUnavailable(RuntimeException why) {
        if (isLocal.compareAndSet(false, true)) {
            log.log(
                    LogSeverity.WARN,
                    "shared store is not available: local rate limits and session budgets, no cached responses",
                    "why",
                    String.valueOf(why.getMessage()));
        }
    }

    private void onAvailable() {
        if (isLocal.get() && isLocal.compareAndSet(true, false)) {
            log.log(
                    LogSeverity.INFO,
                    "shared store is available again: shared rate limits, session budgets, and cached responses");
        }
    }
}
