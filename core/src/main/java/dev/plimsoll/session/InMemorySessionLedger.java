package dev.plimsoll.session;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Session ledger in the memory of one process. */
final class InMemorySessionLedger implements SessionLedger {

    private final BoundedLruMap<Spent> sessions;
    private final Duration maxIdle;
    private final InstantSource clock;

    private record Spent(long tokens, Instant usedAt) {}

    InMemorySessionLedger(int maxSessions, Duration idle, InstantSource clock) {
        this.sessions = new BoundedLruMap<>(maxSessions);
        this.maxIdle = idle;
        this.clock = clock;
    }

    @Override
    public synchronized long spent(String session) {
        Spent spent = sessions.get(session);
        return spent == null || isIdle(spent) ? 0 : spent.tokens;
    }

    @Override
    public synchronized long add(String session, long tokens) {
        long sum = spent(session) + Math.max(0, tokens);
        sessions.put(session, new Spent(sum, clock.instant()));
        return sum;
    }

    private boolean isIdle(Spent spent) {
        return !clock.instant().isBefore(spent.usedAt.plus(maxIdle));
    }
}
