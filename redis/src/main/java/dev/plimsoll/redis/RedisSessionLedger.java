package dev.plimsoll.redis;

import dev.plimsoll.session.SessionLedger;
import java.time.Duration;
import java.util.List;

/** The token total of each session, which expires when idle. Keys contain only a digest of the session ID. */
final class RedisSessionLedger implements SessionLedger {

    private final BestEffortCommands bestEffortCommands;
    private final RedisKeyNames redisKeyNames;
    private final long idleMillis;

    RedisSessionLedger(BestEffortCommands bestEffortCommands, RedisKeyNames redisKeyNames, Duration idle) {
        this.bestEffortCommands = bestEffortCommands;
        this.redisKeyNames = redisKeyNames;
        this.idleMillis = Math.max(1, idle.toMillis());
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
        return bestEffortCommands.executeForNumber(
                RedisScript.SESSION_TOKENS, List.of(redisKeyNames.session(KeyDigest.of(session))), idleMillis, more);
    }
}
