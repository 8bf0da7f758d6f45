package dev.plimsoll.gateway.data;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.PlimsollBuilder;
import dev.plimsoll.call.CallerSettings;
import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.cursor.CursorCodec;
import dev.plimsoll.cursor.CursorGuessLimiter;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.access.CallerRules;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.config.model.StoreConfig;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.era.RequestStateCipher;
import dev.plimsoll.gateway.handle.HandleReplacer;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.gateway.limit.WrongCursorLimiter;
import dev.plimsoll.gateway.log.DecisionLog;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.pin.PinRegistry;
import dev.plimsoll.gateway.proxy.ResourceChange;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.ResultObserver;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.work.FairWorkers;
import dev.plimsoll.gateway.work.SearchIndexer;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.rate.RateStore;
import dev.plimsoll.shape.style.StyleRegistry;
import dev.plimsoll.store.StoreUsage;
import dev.plimsoll.telemetry.GuardListener;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Engine of a gateway, with its store, its keys, and its response cache. */
public final class GatewayEngine implements AutoCloseable {

    private final MeteredStore store;
    private final Identities identities;
    private final RateLimits limits;
    private final SharedState sharedState;
    private final WrongCursorLimiter wrongCursorLimiter;
    private final List<byte[]> keys;
    private final ParkedCallIds parkedCallIds;
    private final boolean isFallback;
    private final ResponseCache responses;
    private final Plimsoll engine;
    private final PinRegistry pins;
    private volatile Policies policies;

    /**
     * Objects that all clients of an engine share.
     *
     * @param counters counters in Redis; null without a store in Redis
     * @param workers threads for heavy work; null to use the calling thread
     * @param rules the calls that callers may make
     * @param servers the servers among which the origin of a stored result is searched
     * @param observer receives the results of all servers
     * @param heavyWork runs heavy work
     */
    private record SharedState(
            @Nullable SharedCounters counters,
            @Nullable FairWorkers workers,
            ServerCircuits circuits,
            AccessRules rules,
            AtomicReference<List<ServerConfig>> servers,
            AtomicReference<ResultObserver> observer,
            HeavyWork heavyWork) {

        static SharedState ofOneClient(HeavyWork heavyWork) {
            return new SharedState(
                    null,
                    null,
                    ServerCircuits.OFF,
                    AccessRules.NONE,
                    new AtomicReference<>(List.of()),
                    new AtomicReference<>(ResultObserver.NONE),
                    heavyWork);
        }
    }

    private GatewayEngine(
            MeteredStore store,
            Identities identities,
            List<byte[]> keys,
            Plimsoll engine,
            Policies policies,
            ResponseCache responses,
            RateLimits limits,
            SharedState sharedState,
            WrongCursorLimiter wrongCursorLimiter,
            PinRegistry pins,
            boolean isFallback) {
        this.pins = pins;
        this.wrongCursorLimiter = wrongCursorLimiter;
        this.policies = policies;
        this.responses = responses;
        this.isFallback = isFallback;
        this.limits = limits;
        this.sharedState = sharedState;
        this.keys = keys;
        this.parkedCallIds = new ParkedCallIds(keys);
        this.store = store;
        this.identities = identities;
        this.engine = engine;
    }

    /**
     * Creates an engine for one client.
     *
     * @param listener receives the same events as the log
     * @param storeMemory memory for results that are stored in memory; null if only the configuration limits them
     */
    public static GatewayEngine of(
            Configuration configuration,
            GuardListener listener,
            HeavyWork heavyWork,
            @Nullable FairPool storeMemory,
            Log log) {
        OpenedStore opened = OpenedStore.open(configuration, false, storeMemory, log);
        return of(configuration, listener, opened, SharedState.ofOneClient(heavyWork), log);
    }

    /** Creates an engine for any number of clients. Replicas that store their results in Redis share their counters. */
    public static GatewayEngine forManyClients(
            Configuration configuration, GuardListener listener, ServerCircuits circuits, Log log) {
        OpenedStore opened = OpenedStore.open(configuration, true, null, log);
        boolean isShared = configuration.store().type() == StoreConfig.Type.REDIS;
        SharedCounters counters = isShared ? SharedCounters.of(opened.isFallback() ? null : opened.store(), log) : null;
        FairWorkers workers =
                FairWorkers.create(configuration.serving().access().traffic().weights());
        return of(
                configuration,
                listener,
                opened,
                new SharedState(
                        counters,
                        workers,
                        circuits,
                        configuration.serving().access().rules(),
                        new AtomicReference<>(configuration.servers()),
                        new AtomicReference<>(ResultObserver.NONE),
                        workers),
                log);
    }

    private static GatewayEngine of(
            Configuration configuration, GuardListener listener, OpenedStore opened, SharedState sharedState, Log log) {
        SharedCounters counters = sharedState.counters();
        MeteredStore store = new MeteredStore(opened.store(), InstantSource.system());
        byte[] key = KeyFile.load(configuration, log);
        List<SecretValue> secrets = configuration.cursor().previousKeys();
        List<byte[]> previousKeys =
                secrets.stream().map(SecretValue::revealBytes).toList();
        List<byte[]> keys = new ArrayList<>(List.of(key));
        keys.addAll(previousKeys);
        Identities identities = new Identities(keys);
        CursorCodec cursorCodec = new CursorCodec(KeyRing.of(key, previousKeys), identities::previousNames);
        PlimsollBuilder builder = Plimsoll.builder()
                .store(store)
                .cursorCodec(cursorCodec)
                .policies(configuration.policies())
                .listener(new ListenerPair(new DecisionLog(log), listener))
                .parallelRunner(CommonPoolRunner.create())
                .heavyWork(sharedState.heavyWork())
                .searchIndexer(SearchIndexer.shared())
                .sqlEngine(SqlLibrary.of(configuration.policies(), log))
                .documentReader(DocumentLibrary.of(log));
        Plimsoll engine = (counters == null ? builder : builder.sessionLedger(counters.sessions())).build();
        RateStore rateStore = counters == null ? RateStore.inMemory(System::nanoTime) : counters.rates();
        return new GatewayEngine(
                store,
                identities,
                keys,
                engine,
                StyleRegistry.standard().resolve(configuration.policies()),
                ResponseCacheFactory.open(configuration, engine.resultReuse(), counters),
                RateLimits.withStore(configuration.rateLimits(), rateStore),
                sharedState,
                WrongCursorLimiter.create(
                        holder -> log.log(LogSeverity.WARN, "too many wrong cursors", "reader", holder)),
                new PinRegistry(configuration.data(), InstantSource.system(), log),
                opened.isFallback());
    }

    /** Returns whether results are stored in memory because the configured store could not be opened. */
    public boolean isFallback() {
        return isFallback;
    }

    /**
     * Returns whether the store is degraded: it could not be opened and memory replaces it, it is not usable, or it
     * refuses results.
     */
    public boolean isDegraded() {
        return storeError() != null;
    }

    /** Returns the reason why results are not stored as configured; null if they are. */
    public @Nullable String storeError() {
        String error = store.diagnose();
        return error == null && isFallback ? "the configured store could not be opened: memory replaces it" : error;
    }

    /** Returns the usage of the store. */
    public StoreUsage storeUsage() {
        return store.usage();
    }

    /** Returns the number of failed writes since the start, by reason. */
    public Map<String, Long> storeFailures() {
        return store.failures();
    }

    /** Returns the number of follow-up reads that were refused because of too many wrong cursors. */
    public long refusedReads() {
        return wrongCursorLimiter.refusedReads();
    }

    /** Sets the servers among which the origin of a stored result is searched. */
    public void setServers(List<ServerConfig> servers) {
        sharedState.servers().set(servers);
    }

    /** Returns the identity of a server, which does not depend on its name. */
    public String identity(ServerConfig serverConfig) {
        return identities.of(serverConfig);
    }

    /**
     * Creates a cipher for the request state that clients store for servers. Replicas with the same keys can decrypt
     * each other's request state.
     */
    public RequestStateCipher stateCipher() {
        return new RequestStateCipher(keys, identities::previousNames);
    }

    /** Returns the codec for the ids of calls that are parked in this process. */
    public ParkedCallIds parkedCallIds() {
        return parkedCallIds;
    }

    /**
     * Returns the contexts for the requests of a caller. Each context has the policies that are current when it is
     * created.
     *
     * @param meteredName the name under which calls are counted; cursors may be bound to another name
     * @param session the id of the session; empty for requests without a session
     * @param holder the name under which the caller holds shared resources: it gets a share of the threads for heavy
     *     work, and its wrong cursors are counted. If null, the caller itself holds them, and wrong cursors are not
     *     counted.
     * @param claims the claims of the caller that access rules read
     */
    public CallerContexts callerContexts(
            String caller,
            Tier tier,
            String meteredName,
            String session,
            @Nullable String holder,
            Map<String, Object> claims) {
        CallerRules callerRules = new CallerRules(sharedState.rules(), claims);
        return new CurrentContexts(caller, tier, meteredName, session, holder, callerRules);
    }

    /** Returns the identity of the programs of an endpoint. */
    public String programIdentity(String endpoint) {
        return identities.ofPrograms(endpoint);
    }

    /** Returns the runner of heavy work. */
    public HeavyWork heavyWork() {
        return sharedState.heavyWork();
    }

    /** Sets the policies for new requests. Running requests keep their policies. */
    public synchronized void setPolicies(Policies newPolicies) {
        Policies oldPolicies = policies;
        policies = StyleRegistry.standard().resolve(newPolicies);
        responses.dropForReload(oldPolicies, newPolicies);
    }

    /** Returns the response cache. */
    public ResponseCache responses() {
        return responses;
    }

    /** Handles a server's notification that a list or a resource has changed. */
    public void onServerChanged(String server, Message notification) {
        responses.dropForChange(server);
        ResourceChange.report(engine, server, notification);
    }

    /** Sets the observer of the results of all servers. */
    public void observeResults(ResultObserver observer) {
        sharedState.observer().set(observer);
    }

    /** Returns the pins of the tools of all servers. */
    public PinRegistry pins() {
        return pins;
    }

    /** Returns the circuit breakers of the servers. */
    public ServerCircuits circuits() {
        return sharedState.circuits();
    }

    /** Returns the access rules. */
    public AccessRules accessRules() {
        return sharedState.rules();
    }

    /** Returns the usage of the memory for large results; empty if this engine has only one client. */
    public List<PoolUsage> poolUsages() {
        FairWorkers workers = sharedState.workers();
        return workers == null ? List.of() : List.of(workers.usage());
    }

    /** Sets the rate limits of the servers. */
    public void setRateLimits(Map<String, Integer> limitsByServer) {
        limits.replaceServerLimits(limitsByServer);
    }

    /** Creates the context of a caller on first use, and a new one after the policies have changed. */
    private final class CurrentContexts implements CallerContexts {

        private final String caller;
        private final Tier tier;
        private final String meteredName;
        private final String session;
        private final String holder;
        private final CursorGuessLimiter cursorGuessLimiter;
        private final CallerRules callerRules;
        private volatile @Nullable Entry entry;

        private record Entry(Policies policies, CallerContext context) {}

        CurrentContexts(
                String caller,
                Tier tier,
                String meteredName,
                String session,
                @Nullable String holder,
                CallerRules callerRules) {
            this.callerRules = callerRules;
            this.holder = holder == null ? "" : holder;
            this.cursorGuessLimiter =
                    holder == null ? CursorGuessLimiter.UNLIMITED : wrongCursorLimiter.forHolder(holder);
            this.caller = caller;
            this.tier = tier;
            this.meteredName = meteredName;
            this.session = session;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a reload creates a new context, even if the policies are equal
        public CallerContext get() {
            Policies currentPolicies = policies;
            Entry currentEntry = entry;
            if (currentEntry == null || currentEntry.policies != currentPolicies) {
                // the names of callers contain the identity of their server
                boolean hasServerInName = true;
                boolean canCollect = true;
                CallerSettings settings = new CallerSettings(
                        tier,
                        callerRules.authorizer(),
                        cursorGuessLimiter,
                        hasServerInName,
                        currentPolicies,
                        holder,
                        canCollect);
                currentEntry = new Entry(
                        currentPolicies, new CallerContext(engine, caller, settings, meteredName, session, limits));
                entry = currentEntry;
            }
            return currentEntry.context;
        }

        @Override
        public HandleReplacer.Target findTarget(String server, String cursor) {
            HandleReplacer.Target found =
                    new ResultOrigins(identities, sharedState.servers().get()).find(get(), cursor);
            return found == null ? CallerContexts.super.findTarget(server, cursor) : found;
        }

        @Override
        public HeavyWork heavyWork() {
            return sharedState.heavyWork();
        }

        @Override
        public RateLimits limits() {
            return limits;
        }

        @Override
        public ServerCircuits circuits() {
            return sharedState.circuits();
        }

        @Override
        public CallerRules access() {
            return callerRules;
        }

        @Override
        public ResponseCache cache() {
            return responses;
        }

        @Override
        public ResultObserver results() {
            return sharedState.observer().get();
        }

        @Override
        public boolean isUnrestricted() {
            return tier == Tier.ADMIN && callerRules.isEmpty() && !policies.hasBlockedTools();
        }
    }

    @Override
    public void close() {
        if (sharedState.counters() != null) {
            sharedState.counters().close();
        }
        store.close();
    }
}
