package dev.plimsoll.session;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Session ledger in the memory of one process. */
final class InMemorySessionLedger implements SessionLedger {

    private final BoundedLruMap<SpentTokens> sessions;
    private final Duration maxIdle;
    private final InstantSource clock;

    private record SpentTokens(long tokens, Instant usedAt) {}

    InMemorySessionLedger(int maxSessions, Duration maxIdle, InstantSource clock) {
        this.sessions = new BoundedLruMap<>(maxSessions);
        this.maxIdle = maxIdle;
        this.clock = clock;
    }

    @Override
    public synchronized long spent(String session) {
        SpentTokens spent = sessions.get(session);
        return spent == null || isIdle(spent) ? 0 : spent.tokens;
    }

    @Override
    public synchronized long add(String session, long tokens) {
        long sum = spent(session) + Math.max(0, tokens);
        sessions.put(session, new SpentTokens(sum, clock.instant()));
        return sum;
    }

    private boolean isIdle(SpentTokens spent) {
        return !clock.instant().isBefore(spent.usedAt.plus(maxIdle));
    }
}
