package dev.plimsoll.gateway.run;

import dev.plimsoll.call.HeavyWork;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.fields.ResultFields;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.ListChangeNotifier;
import dev.plimsoll.gateway.proxy.request.CallerContext;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.ResultObserver;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ConfigReloader.RestartChangeMode;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.ReloadAudit;
import dev.plimsoll.gateway.rollout.AutoRollback;
import dev.plimsoll.gateway.rollout.RolloutController;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.Journal;
import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Tier;
import dev.plimsoll.telemetry.GuardListener;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Engine and store of {@code plimsoll run}. They are created on a separate thread while the server starts, because the
 * first messages do not need the engine and must not wait for it.
 */
final class RunEngine implements CallerContexts, AutoCloseable {

    private static final long CLOSE_TIMEOUT_MILLIS = 500;

    private final Supplier<Components> factory;
    private final AtomicBoolean isStarted = new AtomicBoolean();
    private final CompletableFuture<Components> components = new CompletableFuture<>();

    private final Policies configuredPolicies;
    private final RateLimits limits;
    private final @Nullable ResultFields fields;
    private final RunResources resources;

    private volatile ResultObserver resultObserver = ResultObserver.NONE;
    private volatile Function<CallerContexts, Runnable> listChangeNotifier = callerContexts -> () -> {};

    private record Components(
            GatewayEngine engine,
            CallerContexts callerContexts,
            Journal journal,
            ConfigReloader configReloader,
            RolloutController rolloutController) {}

    /**
     * @param configSource source for reloads
     * @param fields records the fields of results; null if nothing needs them
     * @param resources memory and threads
     */
    RunEngine(
            ServerConfig serverConfig,
            LoadedConfiguration loadedConfiguration,
            ConfigSource configSource,
            @Nullable ResultFields fields,
            RunResources resources,
            Log log) {
        this.configuredPolicies = loadedConfiguration.configuration().policies();
        this.fields = fields;
        this.resources = resources;
        factory = () -> create(serverConfig, loadedConfiguration, configSource, log);
        Integer limit = serverConfig.rateLimit();
        limits = RateLimits.of(limit == null ? Map.of() : Map.of(serverConfig.name(), limit));
    }

    /**
     * Enables the notifications that a client gets when a new configuration changes its listing. Must be called
     * before the engine is created.
     */
    void enableListChangeNotifications(
            String server, ServerKnowledge serverKnowledge, Peer client, WorkerPool workerPool) {
        listChangeNotifier = callerContexts ->
                new ListChangeNotifier(server, serverKnowledge, callerContexts, client, workerPool)::onReconfigured;
    }

    /** Sets the observer of results. Must be called before the engine is created. */
    void observeResults(ResultObserver observer) {
        resultObserver = observer;
    }

    @Override
    public ResultObserver results() {
        return resultObserver;
    }

    void start() {
        if (isStarted.compareAndSet(false, true)) {
            var _ = components.completeAsync(factory, RunEngine::runOnDaemonThread);
        }
    }

    private static void runOnDaemonThread(Runnable work) {
        Thread thread = new Thread(work, "plimsoll-engine");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public CallerContext get() {
        start();
        return components.join().callerContexts().get();
    }

    /**
     * Returns whether no tool is blocked. There is no other restriction: the user who starts a server may use
     * all of its tools. Until the engine is created, the configured policies decide.
     */
    @Override
    public boolean isUnrestricted() {
        boolean isCreated = components.isDone() && !components.isCompletedExceptionally();
        return isCreated ? components.join().callerContexts().isUnrestricted() : !configuredPolicies.hasBlockedTools();
    }

    @Override
    public Policies knownPolicies() {
        return components.isDone() && !components.isCompletedExceptionally()
                ? components.join().callerContexts().get().policies()
                : configuredPolicies;
    }

    /** Returns the response cache; until the engine is created, a cache that is off. */
    @Override
    public ResponseCache cache() {
        return components.isDone() && !components.isCompletedExceptionally()
                ? components.join().engine().responses()
                : ResponseCache.OFF;
    }

    @Override
    public HeavyWork heavyWork() {
        return resources.heavyWork();
    }

    @Override
    public RateLimits limits() {
        return limits;
    }

    /**
     * Closes the engine. If it is still being created, waits a moment for it: it writes into the data folder,
     * which may be deleted after the session.
     */
    @Override
    public void close() {
        if (!isStarted.get()) {
            return;
        }
        try {
            components.get(CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // the engine could not be created, or is closed below as soon as it is created
        }
        var _ = components.thenAccept(created -> {
            created.rolloutController().close();
            created.configReloader().close();
            created.engine().close();
            created.journal().close();
        });
    }

    private Components create(
            ServerConfig serverConfig, LoadedConfiguration loadedConfiguration, ConfigSource configSource, Log log) {
        Configuration configuration = loadedConfiguration.configuration();
        AutoRollback autoRollback = new AutoRollback();
        Journal journal = new Journal(
                () -> EntrySpool.create(
                        configuration.data(), configuration.telemetry().maxBytes()),
                autoRollback.andThen(resources.entryCounter()),
                log);
        journal.delaySamples();
        GuardListener recorded = new RecordedAnswers(journal, resources.answerListener());
        GuardListener listener = fields == null ? recorded : fields.createListener(recorded);
        GatewayEngine engine =
                GatewayEngine.of(configuration, listener, resources.heavyWork(), resources.storeMemory(), log);
        // on standard input and output, the caller is the owner of the data folder
        String caller = System.getProperty("user.name", "") + "@" + engine.identity(serverConfig);
        // each engine of run has one client, with one session
        String session = UUID.randomUUID().toString();
        CallerContexts callerContexts = engine.callerContexts(caller, Tier.ADMIN, caller, session, null, Map.of());
        RunReload runReload =
                new RunReload(serverConfig.name(), engine, limits, listChangeNotifier.apply(callerContexts), log);
        ReloadAudit reloadAudit = new ReloadAudit(configuration.data(), log);
        // other processes may use the same file: a change that needs a restart must not prevent other changes
        ConfigReloader configReloader = new ConfigReloader(
                loadedConfiguration,
                configSource,
                runReload,
                reloadAudit,
                RestartChangeMode.DEFER,
                InstantSource.system(),
                log);
        RolloutController rolloutController =
                RolloutController.start(configReloader, "run " + serverConfig.name(), autoRollback, log);
        return new Components(engine, callerContexts, journal, configReloader.startWatching(), rolloutController);
    }
}
