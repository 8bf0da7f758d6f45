package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.config.Loaded;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.limit.RateLimits;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Guard;
import dev.plimsoll.gateway.proxy.Guards;
import dev.plimsoll.gateway.proxy.Known;
import dev.plimsoll.gateway.proxy.Relisting;
import dev.plimsoll.gateway.proxy.Workers;
import dev.plimsoll.gateway.reload.Audit;
import dev.plimsoll.gateway.reload.Reloading;
import dev.plimsoll.gateway.reload.Reloading.Fixed;
import dev.plimsoll.gateway.reload.Source;
import dev.plimsoll.gateway.rollout.BackingOff;
import dev.plimsoll.gateway.rollout.RollingOut;
import dev.plimsoll.gateway.telemetry.Journal;
import dev.plimsoll.gateway.telemetry.Spool;
import dev.plimsoll.gateway.trace.Traces;
import dev.plimsoll.gateway.wire.Peer;
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
 * The engine as the configuration wants it, and its store. It is made when somebody needs it or, on a thread of its own, once
 * the server talks: what both sides say first does not need it, and must not wait for it.
 */
final class Engine implements Guards, AutoCloseable {

    private static final long PATIENCE_MILLIS = 500;

    private final Supplier<Made> making;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Made> made = new CompletableFuture<>();

    private final RateLimits limits;

    private volatile Function<Guards, Runnable> relisting = guards -> () -> {};

    private record Made(
            OpenEngine engine, Guards guards, Journal journal, Reloading reloading, RollingOut rollingOut) {}

    /**
     * @param source where the configuration is read again when it changes
     * @param traces null: none are wanted
     */
    Engine(Server server, Loaded loaded, Source source, @Nullable Traces traces, Log log) {
        making = () -> make(server, loaded, source, traces, log);
        Integer limit = server.rateLimit();
        limits = RateLimits.of(limit == null ? Map.of() : Map.of(server.name(), limit));
    }

    /** Tells the client, too, when another configuration is in force. */
    void relisting(String server, Known known, Peer client, Workers workers) {
        relisting = guards -> new Relisting(server, known, guards, client, workers)::reconfigured;
    }

    void begin() {
        if (begun.compareAndSet(false, true)) {
            var _ = made.completeAsync(making, Engine::aside);
        }
    }

    private static void aside(Runnable work) {
        Thread thread = new Thread(work, "plimsoll-engine");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Guard get() {
        begin();
        return made.join().guards().get();
    }

    /** Whoever starts a server may do with it what they like. */
    @Override
    public boolean unrestricted() {
        return true;
    }

    /** Before there is an engine there are none. */
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

    /** One that is being made is waited for a little: it writes into the data folder, which may be gone with its session. */
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
            // there is nothing to close, or not yet
        }
        var _ = made.thenAccept(whole -> {
            whole.rollingOut().close();
            whole.reloading().close();
            whole.engine().close();
            whole.journal().close();
        });
    }

    private Made make(Server server, Loaded loaded, Source source, @Nullable Traces traces, Log log) {
        Configuration configuration = loaded.configuration();
        BackingOff backingOff = new BackingOff();
        Journal journal = new Journal(
                () -> Spool.in(configuration.data(), configuration.telemetry().maxBytes()), backingOff, log);
        OpenEngine engine = OpenEngine.of(configuration, traces == null ? journal : traces.besides(journal), log);
        // on standard input and output the caller is whoever owns the data folder
        String caller = System.getProperty("user.name", "") + "@" + engine.identity(server);
        // its one client is one conversation
        String session = UUID.randomUUID().toString();
        Guards guards = engine.guards(caller, Tier.ADMIN, caller, session, null);
        Governed governed = new Governed(server.name(), engine, limits, relisting.apply(guards), log);
        Audit audit = new Audit(configuration.data(), log);
        // others are governed by the same file: what this one cannot take now must not keep it from the rest
        Reloading reloading = new Reloading(loaded, source, governed, audit, Fixed.LATER, InstantSource.system(), log);
        RollingOut rollingOut = RollingOut.over(reloading, "run " + server.name(), backingOff, log);
        return new Made(engine, guards, journal, reloading.watching(), rollingOut);
    }
}
