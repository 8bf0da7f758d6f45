package dev.plimsoll.gateway.data;

import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cache.Held;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.replica.Aside;
import dev.plimsoll.gateway.replica.SharedLedger;
import dev.plimsoll.gateway.replica.SharedRates;
import dev.plimsoll.gateway.replica.SharedResponses;
import dev.plimsoll.gateway.replica.Together;
import dev.plimsoll.rate.Rates;
import dev.plimsoll.redis.RedisStore;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.SnapshotStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What replicas count together where they keep their results together; apart, so that nothing of Redis is loaded elsewhere. */
final class SharedFigures implements AutoCloseable {

    private final RedisStore store;
    private final Together together;
    private final List<Runnable> ends = new ArrayList<>();

    private SharedFigures(RedisStore store, Log log) {
        this.store = store;
        this.together = new Together(log);
    }

    /** Null where there is nothing that they share. */
    static @Nullable SharedFigures over(@Nullable SnapshotStore store, Log log) {
        return store instanceof RedisStore shared ? new SharedFigures(shared, log) : null;
    }

    SessionLedger sessions() {
        return new SharedLedger(store.sessions(SessionLedger.IDLE), InstantSource.system(), together);
    }

    Rates rates() {
        return new SharedRates(store.rates(), Rates.inMemory(System::nanoTime), together);
    }

    CacheIndex responses(CacheLimits limits, Consumer<Held> release) {
        Aside aside = new Aside(release);
        SharedResponses responses = new SharedResponses(store.responses(limits, aside), together);
        ends.add(aside::close);
        ends.add(responses::close);
        return responses;
    }

    @Override
    public void close() {
        ends.forEach(Runnable::run);
    }
}
