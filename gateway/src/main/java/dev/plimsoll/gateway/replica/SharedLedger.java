package dev.plimsoll.gateway.replica;

import dev.plimsoll.session.SessionLedger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Session sums of all replicas together. Each replica remembers the last shared sums, continues from them while the
 * store is not available, and adds what it missed with the session's next answer.
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
     * Sums of a session that this replica knows.
     *
     * @param lastShared the last shared sum
     * @param unsent tokens that are not yet added to the shared sum
     */
    private record LocalSum(long lastShared, long unsent, Instant lastUsed) {

        long sum() {
            return lastShared + unsent;
        }
    }

    public SharedLedger(SessionLedger all, InstantSource clock, ReplicaState replicaState) {
        this.shared = all;
        this.clock = clock;
        this.replicaState = replicaState;
    }

    @Override
    public long spent(String session) {
        return replicaState.sharedOrLocal(() -> updateShared(session, shared.spent(session)), () -> localSum(session));
    }

    @Override
    public long add(String session, long tokens) {
        long more = Math.max(0, tokens) + takeUnsent(session);
        return replicaState.sharedOrLocal(
                () -> updateShared(session, shared.add(session, more)), () -> addUnsent(session, more));
    }

    private synchronized long updateShared(String session, long sum) {
        LocalSum known = find(session);
        return put(session, sum, known == null ? 0 : known.unsent());
    }

    private synchronized long addUnsent(String session, long more) {
        LocalSum known = find(session);
        return known == null ? put(session, 0, more) : put(session, known.lastShared(), known.unsent() + more);
    }

    private synchronized long takeUnsent(String session) {
        LocalSum known = find(session);
        if (known == null || known.unsent() == 0) {
            return 0;
        }
        put(session, known.lastShared(), 0);
        return known.unsent();
    }

    private synchronized long localSum(String session) {
        LocalSum known = find(session);
        return known == null ? 0 : known.sum();
    }

    private @Nullable LocalSum find(String session) {
        LocalSum known = localSums.get(session);
        boolean isIdle = known != null
                && Duration.between(known.lastUsed(), clock.instant()).compareTo(MAX_IDLE) >= 0;
        return isIdle ? null : known;
    }

    private long put(String session, long heard, long untold) {
        LocalSum now = new LocalSum(heard, untold, clock.instant());
        localSums.put(session, now);
        return now.sum();
    }
}
