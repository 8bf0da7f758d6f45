package dev.plimsoll.redis;

import dev.plimsoll.session.SessionLedger;
import java.time.Duration;
import java.util.List;

/** Session ledger in Redis. The total of a session expires when it is idle. Keys contain only a digest of the session ID. */
final class RedisSessionLedger implements SessionLedger {

    private final BestEffortCommands bestEffortCommands;
    private final RedisKeyNames redisKeyNames;
    private final long idleMillis;

    RedisSessionLedger(BestEffortCommands bestEffortCommands, RedisKeyNames redisKeyNames, Duration maxIdle) {
        this.bestEffortCommands = bestEffortCommands;
        this.redisKeyNames = redisKeyNames;
        this.idleMillis = Math.max(1, maxIdle.toMillis());
    }

    @Override
    public long spent(String session) {
        return addAndGet(session, 0);
    }

    @Override
    public long add(String session, long tokens) {
        return addAndGet(session, Math.max(0, tokens));
    }

    private long addAndGet(String session, long addedTokens) {
        return bestEffortCommands.executeForNumber(
                RedisScript.SESSION_TOKENS,
                List.of(redisKeyNames.session(KeyDigest.hash(session))),
                idleMillis,
                addedTokens);
    }
}
