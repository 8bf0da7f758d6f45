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

    private final SessionLedger all;
    private final ReplicaState replicaState;
    private final InstantSource clock;
    private final Map<String, Own> own = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Own> eldest) {
            return size() > MOST;
        }
    };

    /**
     * Sums of a session that this replica knows.
     *
     * @param heard the last shared sum
     * @param untold tokens that are not yet added to the shared sum
     */
    private record Own(long heard, long untold, Instant last) {

        long sum() {
            return heard + untold;
        }
    }

    public SharedLedger(SessionLedger all, InstantSource clock, ReplicaState replicaState) {
        this.all = all;
        this.clock = clock;
        this.replicaState = replicaState;
    }

    @Override
    public long spent(String session) {
        return replicaState.or(() -> heard(session, all.spent(session)), () -> known(session));
    }

    @Override
    public long add(String session, long tokens) {
        long more = Math.max(0, tokens) + takeUntold(session);
        return replicaState.or(() -> heard(session, all.add(session, more)), () -> untold(session, more));
    }

    private synchronized long heard(String session, long sum) {
        Own known = find(session);
        return put(session, sum, known == null ? 0 : known.untold());
    }

    private synchronized long untold(String session, long more) {
        Own known = find(session);
        return known == null ? put(session, 0, more) : put(session, known.heard(), known.untold() + more);
    }

    private synchronized long takeUntold(String session) {
        Own known = find(session);
        if (known == null || known.untold() == 0) {
            return 0;
        }
        put(session, known.heard(), 0);
        return known.untold();
    }

    private synchronized long known(String session) {
        Own known = find(session);
        return known == null ? 0 : known.sum();
    }

    private @Nullable Own find(String session) {
        Own known = own.get(session);
        boolean isIdle =
                known != null && Duration.between(known.last(), clock.instant()).compareTo(IDLE) >= 0;
        return isIdle ? null : known;
    }

    private long put(String session, long heard, long untold) {
        Own now = new Own(heard, untold, clock.instant());
        own.put(session, now);
        return now.sum();
    }
}
