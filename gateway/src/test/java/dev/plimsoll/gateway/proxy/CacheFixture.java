package dev.plimsoll.gateway.proxy;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.cache.CacheCounts;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.PolicyRule;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.testkit.FakeClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.NullMarked;
import tools.jackson.databind.JsonNode;

/** The state that the relays of several callers share: the engine, the response cache, and the receipts of calls. */
@NullMarked
final class CacheFixture {

    static final Policy ONE_HOUR_TTL =
            Policy.defaults().with(Policy.TOKEN_BUDGET_THRESHOLD, 500).with(Policy.CACHE_TTL, Duration.ofHours(1));

    /** Declares tools named get* as read-only and tools named set* as writing, regardless of their annotations. */
    static final List<PolicyRule> RULES = List.of(
            new PolicyRule("get*", policy -> policy.with(Policy.READ_ONLY, true)),
            new PolicyRule("set*", policy -> policy.with(Policy.READ_ONLY, false)));

    final FakeClock clock = new FakeClock();
    final Queue<Receipt> receipts = new ConcurrentLinkedQueue<>();
    final SnapshotStore store;
    final Plimsoll engine;
    final ResponseCache cache;

    CacheFixture() {
        this(new Policies(ONE_HOUR_TTL, RULES));
    }

    CacheFixture(Policies policies) {
        this(policies, new StoreLimits(64 << 20, 64 << 20, 1000));
    }

    CacheFixture(Policies policies, StoreLimits storeLimits) {
        store = SnapshotStore.inMemory(storeLimits, clock, new SplittableRandom(7));
        engine = Plimsoll.builder()
                .store(store)
                .keys(KeyRing.of(new byte[32]))
                .policies(policies)
                .listener(receipts::add)
                .build();
        cache = new ResponseCache(
                CacheIndex.inMemory(CacheLimits.of(100, 16 << 20), clock, engine.resultReuse()::release),
                clock,
                engine.resultReuse()::release);
    }

    RelayFixture relayFor(String name) {
        return relayFor(name, Catalog.FULL);
    }

    RelayFixture relayFor(String name, Catalog catalog) {
        return new RelayFixture(engine, name, cache, catalog);
    }

    CacheCounts counts() {
        return cache.counts().getOrDefault("main", new CacheCounts(0, 0, 0, 0, Map.of()));
    }

    static String call(String tool, String arguments) {
        return "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}";
    }

    static boolean isHit(JsonNode result) {
        return result.path("_meta").path("dev.plimsoll/cache").path("hit").asBoolean(false);
    }
}
