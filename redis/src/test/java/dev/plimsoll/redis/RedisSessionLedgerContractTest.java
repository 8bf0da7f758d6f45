package dev.plimsoll.redis;

import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.testkit.SessionLedgerContract;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisSessionLedgerContractTest extends SessionLedgerContract {

    @RegisterExtension
    static final StartedRedis REDIS = new StartedRedis();

    @Override
    protected SessionLedger open() {
        return SharedServerStores.open(REDIS.server(), clock).sessions(IDLE);
    }
}
