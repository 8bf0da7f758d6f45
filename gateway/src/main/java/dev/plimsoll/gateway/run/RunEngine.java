package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.config.LoadedConfiguration;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.data.EngineFactory;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.CallerContext;
import dev.plimsoll.gateway.proxy.CallerContexts;
import dev.plimsoll.gateway.proxy.ListChangeNotifier;
import dev.plimsoll.gateway.proxy.ServerKnowledge;
import dev.plimsoll.gateway.proxy.WorkerPool;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ConfigReloader.Fixed;
import dev.plimsoll.gateway.reload.ConfigSource;
import dev.plimsoll.gateway.reload.ReloadAudit;
import dev.plimsoll.gateway.rollout.AutoRollback;
import dev.plimsoll.gateway.rollout.RolloutController;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.telemetry.EntrySpool;
import dev.plimsoll.gateway.telemetry.Journal;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.policy.Tier;
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
 * Engine and store of {@code run}. Created on first use or, on its own thread, after the first messages of the server:
 * those do not need the engine and must not wait for it.
 */
final class RunEngine implements CallerContexts, AutoCloseable {

    private static final long PATIENCE_MILLIS = 500;

    private final Supplier<Made> making;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Made> made = new CompletableFuture<>();

    private final RateLimits limits;

    private volatile Function<CallerContexts, Runnable> relisting = callerContexts -> () -> {};

    private record Made(
            EngineFactory engine,
            CallerContexts guards,
            Journal journal,
            ConfigReloader reloading,
            RolloutController rollingOut) {}

    /**
     * @param configSource source for reloads
     * @param traceSpans null for no traces
     */
    RunEngine(
            ServerConfig serverConfig,
            LoadedConfiguration loadedConfiguration,
            ConfigSource configSource,
            @Nullable TraceSpans traceSpans,
            Log log) {
        making = () -> make(serverConfig, loadedConfiguration, configSource, traceSpans, log);
        Integer limit = serverConfig.rateLimit();
        limits = RateLimits.of(limit == null ? Map.of() : Map.of(serverConfig.name(), limit));
    }

    /** Notifies the client when another configuration is applied. */
    void relisting(String server, ServerKnowledge serverKnowledge, Peer client, WorkerPool workerPool) {
        relisting = callerContexts ->
                new ListChangeNotifier(server, serverKnowledge, callerContexts, client, workerPool)::reconfigured;
    }

    void begin() {
        if (begun.compareAndSet(false, true)) {
            var _ = made.completeAsync(making, RunEngine::aside);
        }
    }

    private static void aside(Runnable work) {
        Thread thread = new Thread(work, "plimsoll-engine");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public CallerContext get() {
        begin();
        return made.join().guards().get();
    }

    /** Returns true: the user who starts a server may use all of it. */
    @Override
    public boolean unrestricted() {
        return true;
    }

    /** Returns the response cache; an empty one as long as there is no engine. */
    @Override
    public ResponseCache responses() {
        return made.isDone() && !made.isCompletedExceptionally()
                ? made.join().engine().responses()
                : ResponseCache.OFF;
    }

    @Override
    public RateLimits limits() {
        return limits;
    }

    /**
     * Waits a moment for an engine that is being created, because it writes into the data folder, which may be deleted
     * after the session.
     */
    @Override
    public void close() {
        if (!begun.get()) {
            return;
        }
        try {
            made.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // nothing to close, or the engine is closed when it is ready
        }
        var _ = made.thenAccept(created -> {
            created.rollingOut().close();
            created.reloading().close();
            created.engine().close();
            created.journal().close();
        });
    }

    private Made make(
            ServerConfig serverConfig,
            LoadedConfiguration loadedConfiguration,
            ConfigSource configSource,
            @Nullable TraceSpans traceSpans,
            Log log) {
        Configuration configuration = loadedConfiguration.configuration();
        AutoRollback autoRollback = new AutoRollback();
        Journal journal = new Journal(
                () -> EntrySpool.in(
                        configuration.data(), configuration.telemetry().maxBytes()),
                autoRollback,
                log);
        EngineFactory engine =
                EngineFactory.of(configuration, traceSpans == null ? journal : traceSpans.besides(journal), log);
        // on standard input and output, the caller is the owner of the data folder
        String caller = System.getProperty("user.name", "") + "@" + engine.identity(serverConfig);
        // the one client is one session
        String session = UUID.randomUUID().toString();
        CallerContexts callerContexts = engine.guards(caller, Tier.ADMIN, caller, session, null);
        RunReload runReload = new RunReload(serverConfig.name(), engine, limits, relisting.apply(callerContexts), log);
        ReloadAudit reloadAudit = new ReloadAudit(configuration.data(), log);
        // other processes use the same file: a change that this one cannot apply now must not block the others
        ConfigReloader configReloader = new ConfigReloader(
                loadedConfiguration, configSource, runReload, reloadAudit, Fixed.LATER, InstantSource.system(), log);
        RolloutController rolloutController =
                RolloutController.start(configReloader, "run " + serverConfig.name(), autoRollback, log);
        return new Made(engine, callerContexts, journal, configReloader.watching(), rolloutController);
    }
}
