package dev.plimsoll.gateway.data;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.ResultReuse;
import dev.plimsoll.cache.CacheIndex;
import dev.plimsoll.cache.CacheLimits;
import dev.plimsoll.cursor.CursorCodec;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.era.RequestStateCipher;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.limit.WrongCursorLimiter;
import dev.plimsoll.gateway.log.DecisionLog;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.CallerContext;
import dev.plimsoll.gateway.proxy.CallerContexts;
import dev.plimsoll.gateway.proxy.ResourceChange;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.rate.RateStore;
import dev.plimsoll.store.StoreUsage;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.ListingReceipt;
import dev.plimsoll.telemetry.ReceiptPayload;
import dev.plimsoll.telemetry.Receipt;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The engine as the configuration wants it, over its store and with its key. */
public final class EngineFactory implements AutoCloseable {

    private static final int KEY_BYTES = 32;
    private static final int MOST_CACHED = 10_000;

    /** A fourth of what the store holds. */
    private static final int CACHED_SHARE = 4;

    private final MeteredStore store;
    private final Identities identities;
    private final RateLimits limits;
    private final WrongCursorLimiter wrongCursorLimiter;
    private final @Nullable SharedCounters shared;
    private final List<byte[]> keys;
    private final ParkedCallIds parkedCallIds;
    private final boolean fallenBack;
    private final ResponseCache responses;
    private volatile Plimsoll engine;
    private Policies policies;

    private EngineFactory(
            MeteredStore store,
            Identities identities,
            List<byte[]> keys,
            Plimsoll engine,
            Policies policies,
            ResponseCache responses,
            RateLimits limits,
            WrongCursorLimiter wrongCursorLimiter,
            @Nullable SharedCounters shared,
            boolean fallenBack) {
        this.wrongCursorLimiter = wrongCursorLimiter;
        this.shared = shared;
        this.policies = policies;
        this.responses = responses;
        this.fallenBack = fallenBack;
        this.limits = limits;
        this.keys = keys;
        this.parkedCallIds = new ParkedCallIds(keys);
        this.store = store;
        this.identities = identities;
        this.engine = engine;
    }

    /**
     * Opens it for one client.
     *
     * @param listener hears of what happens, besides the log
     */
    public static EngineFactory of(Configuration configuration, GuardListener listener, Log log) {
        return of(configuration, listener, store(configuration, log), null, log);
    }

    /** The same for any number of clients: with other replicas, where they keep their results in one place. */
    public static EngineFactory ofReplica(Configuration configuration, GuardListener listener, Log log) {
        SnapshotStore configured = store(configuration, log);
        boolean together = configuration.store().type() == StoreConfig.Type.REDIS;
        return of(configuration, listener, configured, together ? SharedCounters.over(configured, log) : null, log);
    }

    private static EngineFactory of(
            Configuration configuration,
            GuardListener listener,
            @Nullable SnapshotStore configured,
            @Nullable SharedCounters shared,
            Log log) {
        MeteredStore store = new MeteredStore(configured == null ? StoreFactory.inMemory(configuration) : configured);
        byte[] key = key(configuration, log);
        List<byte[]> previous = configuration.cursor().previousKeys().stream()
                .map(SecretValue::revealBytes)
                .toList();
        List<byte[]> keys = new ArrayList<>(List.of(key));
        keys.addAll(previous);
        Identities identities = new Identities(keys);
        CursorCodec sealer = new CursorCodec(KeyRing.of(key, previous), identities::otherwise);
        Plimsoll alone = Plimsoll.over(
                        store, sealer, configuration.policies(), new Both(new DecisionLog(log), listener))
                .whereCallersNameServers();
        alone.runParallelWith(AllProcessors.where());
        Plimsoll engine = shared == null ? alone : alone.countingSessionsIn(shared.sessions());
        RateStore rateStore = shared == null ? RateStore.inMemory(System::nanoTime) : shared.rates();
        return new EngineFactory(
                store,
                identities,
                keys,
                engine,
                configuration.policies(),
                responses(configuration, engine.recall(), shared),
                RateLimits.counted(rateLimits(configuration), rateStore),
                WrongCursorLimiter.telling(who -> log.log(LogSeverity.WARN, "too many wrong cursors", "reader", who)),
                shared,
                configured == null);
    }

    /** Where they are kept, most is for what is being read. */
    private static ResponseCache responses(Configuration configuration, ResultReuse resultReuse, @Nullable SharedCounters shared) {
        CacheLimits limits =
                CacheLimits.of(MOST_CACHED, Math.max(1, configuration.store().maxBytes() / CACHED_SHARE));
        CacheIndex index = shared == null
                ? CacheIndex.inMemory(limits, InstantSource.system(), resultReuse::release)
                : shared.responses(limits, resultReuse::release);
        ResponseCache responses = new ResponseCache(index, InstantSource.system(), resultReuse::release);
        responses.begun(configuration.policies());
        return responses;
    }

    /** Two that hear the same. */
    private record Both(GuardListener first, GuardListener second) implements GuardListener {

        @Override
        public void onGuarded(Receipt receipt) {
            first.onGuarded(receipt);
            second.onGuarded(receipt);
        }

        @Override
        public void onGuarded(Receipt receipt, ReceiptPayload receiptPayload) {
            first.onGuarded(receipt, receiptPayload);
            second.onGuarded(receipt, receiptPayload);
        }

        @Override
        public void onListed(ListingReceipt listingReceipt) {
            first.onListed(listingReceipt);
            second.onListed(listingReceipt);
        }
    }

    /** How often each server may be called that has a limit. */
    public static Map<String, Integer> rateLimits(Configuration configuration) {
        Map<String, Integer> ofServers = new HashMap<>();
        for (ServerConfig serverConfig : configuration.servers()) {
            Integer limit = serverConfig.rateLimit();
            if (limit != null) {
                ofServers.put(serverConfig.name(), limit);
            }
        }
        return ofServers;
    }

    /** Whether results are kept in memory because the store that is configured could not be opened. */
    public boolean fallenBack() {
        return fallenBack;
    }

    /** Whether results are not kept as they should be: memory stands in for the store, or the store cannot be used. */
    public boolean degraded() {
        return fallenBack || store.trouble() != null;
    }

    /** Why the store cannot be used just now; null while it can. */
    public @Nullable String trouble() {
        return store.trouble();
    }

    /** How full the store is. */
    public StoreUsage occupancy() {
        return store.occupancy();
    }

    /** What could not be kept since the start, by why. */
    public Map<String, Long> failures() {
        return store.failures();
    }

    /** Readings that had to wait because their readers had sent too many wrong cursors. */
    public long heldBack() {
        return wrongCursorLimiter.heldBack();
    }

    /** What a server is, whatever it is called. */
    public String identity(ServerConfig serverConfig) {
        return identities.of(serverConfig);
    }

    /** Seals what clients keep for servers; one that opens what another has sealed. */
    public RequestStateCipher states() {
        return new RequestStateCipher(keys, identities::otherwise);
    }

    /** What calls are called that are parked in this process. */
    public ParkedCallIds tickets() {
        return parkedCallIds;
    }

    /**
     * What guards a caller, by what is in force whenever it is asked.
     *
     * @param counted in whose name calls are counted, which may be another than cursors are bound to
     * @param session what counts as one conversation; empty where each request stands alone
     * @param reader in whose name wrong cursors are counted; null: they are not
     */
    public CallerContexts guards(String caller, Tier tier, String counted, String session, @Nullable String reader) {
        CursorGuessLimiter cursorGuessLimiter = reader == null ? CursorGuessLimiter.UNCOUNTED : wrongCursorLimiter.of(reader);
        return new InForce(caller, tier, counted, session, cursorGuessLimiter);
    }

    /** From now on new requests are guarded by these; those that have begun end as they began. */
    public synchronized void govern(Policies others) {
        Policies before = policies;
        policies = others;
        engine = engine.withPolicies(others);
        responses.governed(before, others);
    }

    /** Which calls have their results already. */
    public ResponseCache responses() {
        return responses;
    }

    /** A server has sent this notification: a listing or a resource of it has changed. */
    public void changed(String server, Message notification) {
        responses.changed(server);
        ResourceChange.tell(engine, server, notification);
    }

    /** How often servers may be called from now on. */
    public void limit(Map<String, Integer> ofServers) {
        limits.set(ofServers);
    }

    /** Made once for as long as the same is in force. */
    private final class InForce implements CallerContexts {

        private final String caller;
        private final Tier tier;
        private final String counted;
        private final String session;
        private final CursorGuessLimiter cursorGuessLimiter;
        private volatile @Nullable Made made;

        private record Made(Plimsoll of, CallerContext guard) {}

        InForce(String caller, Tier tier, String counted, String session, CursorGuessLimiter cursorGuessLimiter) {
            this.cursorGuessLimiter = cursorGuessLimiter;
            this.caller = caller;
            this.tier = tier;
            this.counted = counted;
            this.session = session;
        }

        @Override
        public CallerContext get() {
            Plimsoll now = engine;
            Made known = made;
            if (known == null || known.of != now) {
                known = new Made(now, new CallerContext(now.readBy(cursorGuessLimiter), caller, tier, counted, session, limits));
                made = known;
            }
            return known.guard;
        }

        @Override
        public RateLimits limits() {
            return limits;
        }

        @Override
        public ResponseCache responses() {
            return responses;
        }

        @Override
        public boolean unrestricted() {
            return tier == Tier.ADMIN;
        }
    }

    @Override
    public void close() {
        if (shared != null) {
            shared.close();
        }
        store.close();
    }

    /** A store that cannot be opened does not keep the server from its clients. */
    private static @Nullable SnapshotStore store(Configuration configuration, Log log) {
        try {
            return StoreFactory.open(configuration, complaint -> log.log(LogSeverity.WARN, "store", "says", complaint));
        } catch (StoreException e) {
            log.log(LogSeverity.ERROR, "results are kept in memory", "why", String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** The key that is set, or the one in the data folder; without a folder to keep one, one for this process. */
    private static byte[] key(Configuration configuration, Log log) {
        SecretValue set = configuration.cursor().key();
        if (set != null) {
            return set.revealBytes();
        }
        try {
            return KeyFile.in(configuration.data());
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "no key file: cursors end with this process", "why", String.valueOf(e.getMessage()));
            byte[] key = new byte[KEY_BYTES];
            new SecureRandom().nextBytes(key);
            return key;
        }
    }
}
