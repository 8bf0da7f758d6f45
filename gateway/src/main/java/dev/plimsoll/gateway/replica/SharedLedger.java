package dev.plimsoll.gateway.replica;

import dev.plimsoll.session.SessionLedger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the tokens that each session has spent, for all replicas together. Each replica remembers the last
 * shared sum of a session. While the shared store is not available, the replica adds new tokens to the sum that it
 * remembers. When the store is available again, the session's next answer also adds these tokens to the shared sum.
 */
public final class SharedLedger implements SessionLedger {

    private final SessionLedger shared;
    private final ReplicaState replicaState;
    private final InstantSource clock;
    private final Map<String, LocalSum> localSums = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, LocalSum> eldest) {
            return size() > MAX_SESSIONS;
        }
    };

    /**
     * Sum of a session in this replica.
     *
     * @param lastShared the last known shared sum
     * @param unsent tokens that are not yet added to the shared sum
     */
    private record LocalSum(long lastShared, long unsent, Instant lastUsed) {

        long sum() {
            return lastShared + unsent;
        }
    }

    public SharedLedger(SessionLedger shared, InstantSource clock, ReplicaState replicaState) {
        this.shared = shared;
        this.clock = clock;
        this.replicaState = replicaState;
    }

    @Override
    public long spent(String session) {
        return replicaState.sharedOrLocal(
                () -> rememberShared(session, shared.spent(session)), () -> localSum(session));
    }

    @Override
    public long add(String session, long tokens) {
        long unsentTokens = Math.max(0, tokens) + takeUnsent(session);
        return replicaState.sharedOrLocal(
                () -> rememberShared(session, shared.add(session, unsentTokens)),
                () -> addUnsent(session, unsentTokens));
    }

    private synchronized long rememberShared(String session, long sum) {
        LocalSum entry = find(session);
        return put(session, sum, entry == null ? 0 : entry.unsent());
    }

    private synchronized long addUnsent(String session, long unsentTokens) {
        LocalSum entry = find(session);
        return entry == null
                ? put(session, 0, unsentTokens)
                : put(session, entry.lastShared(), entry.unsent() + unsentTokens);
    }

    private synchronized long takeUnsent(String session) {
        LocalSum entry = find(session);
        if (entry == null || entry.unsent() == 0) {
            return 0;
        }
        put(session, entry.lastShared(), 0);
        return entry.unsent();
    }

    private synchronized long localSum(String session) {
        LocalSum entry = find(session);
        return entry == null ? 0 : entry.sum();
    }

    private @Nullable LocalSum find(String session) {
        LocalSum entry = localSums.get(session);
        boolean isIdle = entry != null
                && Duration.between(entry.lastUsed(), clock.instant()).compareTo(MAX_IDLE) >= 0;
        return isIdle ? null : entry;
    }

    private long put(String session, long lastShared, long unsent) {
        LocalSum entry = new LocalSum(lastShared, unsent, clock.instant());
        localSums.put(session, entry);
        return entry.sum();
    }
}
