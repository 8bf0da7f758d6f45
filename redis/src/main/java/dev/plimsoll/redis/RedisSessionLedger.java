package dev.plimsoll.redis;

import dev.plimsoll.session.SessionLedger;
import java.time.Duration;
import java.util.List;

/** A sum for each session, which ends by itself. A session's id is not to be read from its key. */
final class RedisSessionLedger implements SessionLedger {

    private final BestEffortCommands bestEffortCommands;
    private final RedisKeyNames redisKeyNames;
    private final long idle;

    RedisSessionLedger(BestEffortCommands bestEffortCommands, RedisKeyNames redisKeyNames, Duration idle) {
        this.bestEffortCommands = bestEffortCommands;
        this.redisKeyNames = redisKeyNames;
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
        return bestEffortCommands.number(RedisScript.SPENT, List.of(redisKeyNames.session(KeyDigest.of(session))), idle, more);
    }
}
