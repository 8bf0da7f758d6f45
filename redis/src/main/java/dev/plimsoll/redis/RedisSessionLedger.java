package dev.plimsoll.redis;

import dev.plimsoll.session.SessionLedger;
import java.time.Duration;
import java.util.List;

/** A sum for each session, which ends by itself. A session's id is not to be read from its key. */
final class RedisSessionLedger implements SessionLedger {

    private final Figures figures;
    private final Names names;
    private final long idle;

    RedisSessionLedger(Figures figures, Names names, Duration idle) {
        this.figures = figures;
        this.names = names;
        this.idle = Math.max(1, idle.toMillis());
    }

    @Override
    public long spent(String session) {
        return sum(session, 0);
    }

    @Override
    public long add(String session, long tokens) {
        return sum(session, Math.max(0, tokens));
    }

    private long sum(String session, long more) {
        return figures.number(Script.SPENT, List.of(names.session(Digest.of(session))), idle, more);
    }
}
