package dev.plimsoll.gateway.data;

import dev.plimsoll.cache.CacheEntry;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.replica.ReleaseQueue;
import dev.plimsoll.gateway.replica.ReplicaState;
import dev.plimsoll.gateway.replica.SharedLedger;
import dev.plimsoll.gateway.replica.SharedRates;
import dev.plimsoll.gateway.replica.SharedResponses;
import dev.plimsoll.rate.RateStore;
import dev.plimsoll.redis.RedisStore;
import dev.plimsoll.session.SessionLedger;
import dev.plimsoll.store.SnapshotStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counters and cache indexes that replicas share in Redis. It is a separate class, so that Redis classes are loaded
 * only if they are needed.
 */
final class SharedCounters implements AutoCloseable {

    private final RedisStore store;
    private final ReplicaState replicaState;
    private final List<Runnable> closers = new ArrayList<>();

    private SharedCounters(RedisStore store, Log log) {
        this.store = store;
        this.replicaState = new ReplicaState(log);
    }

    /** Returns the shared counters; null if the store is not shared. */
    static @Nullable SharedCounters of(@Nullable SnapshotStore store, Log log) {
        return store instanceof RedisStore shared ? new SharedCounters(shared, log) : null;
    }

    SessionLedger sessions() {
        return new SharedLedger(store.sessions(SessionLedger.MAX_IDLE), InstantSource.system(), replicaState);
    }

    RateStore rates() {
        return new SharedRates(store.rates(), RateStore.inMemory(System::nanoTime), replicaState);
    }

    CacheIndex responses(CacheLimits limits, Consumer<CacheEntry> release) {
        ReleaseQueue releaseQueue = new ReleaseQueue(release);
        SharedResponses responses = new SharedResponses(store.responses(limits, releaseQueue), replicaState);
        closers.add(releaseQueue::close);
        closers.add(responses::close);
        return responses;
    }

    @Override
    public void close() {
        closers.forEach(Runnable::run);
    }
}
