package dev.plimsoll.gateway.run;

import dev.plimsoll.Plimsoll;
import dev.plimsoll.cursor.KeyRing;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Secret;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.data.KeyFile;
import dev.plimsoll.gateway.data.ServerIdentity;
import dev.plimsoll.gateway.data.Stores;
import dev.plimsoll.gateway.log.DecisionLog;
import dev.plimsoll.gateway.log.Level;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Guard;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreException;
import dev.plimsoll.telemetry.GuardListener;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The engine as the configuration wants it, and its store. It is made when somebody needs it or, on a thread of its own, once
 * the server talks: what both sides say first does not need it, and must not wait for it.
 */
final class Engine implements Supplier<Guard>, AutoCloseable {

    private static final int KEY_BYTES = 32;

    private final Supplier<Made> making;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Made> made = new CompletableFuture<>();

    private record Made(SnapshotStore store, Guard guard) {}

    Engine(Server server, Configuration configuration, Log log) {
        making = () -> make(server, configuration, log);
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
        return made.join().guard();
    }

    /** Does not wait for an engine that nobody needed. */
    @Override
    public void close() {
        var _ = made.thenAccept(whole -> whole.store().close());
    }

    private static Made make(Server server, Configuration configuration, Log log) {
        SnapshotStore store = store(configuration, log);
        byte[] key = key(configuration, log);
        Plimsoll engine = over(store, key, configuration, new DecisionLog(log));
        // on standard input and output the caller is whoever owns the data folder
        String caller = System.getProperty("user.name", "") + "@" + ServerIdentity.of(server, key);
        return new Made(store, new Guard(engine, caller));
    }

    /** A store that cannot be opened does not keep the server from its clients. */
    private static SnapshotStore store(Configuration configuration, Log log) {
        try {
            return Stores.open(configuration, complaint -> log.say(Level.WARN, "store", "says", complaint));
        } catch (StoreException e) {
            log.say(Level.ERROR, "results are kept in memory", "why", String.valueOf(e.getMessage()));
            return Stores.inMemory(configuration);
        }
    }

    /** The key that is set, or the one in the data folder; without a folder to keep one, one for this process. */
    private static byte[] key(Configuration configuration, Log log) {
        Secret set = configuration.cursor().key();
        if (set != null) {
            return set.revealBytes();
        }
        try {
            return KeyFile.in(configuration.data());
        } catch (IOException e) {
            log.say(Level.WARN, "no key file: cursors end with this process", "why", String.valueOf(e.getMessage()));
            byte[] key = new byte[KEY_BYTES];
            new SecureRandom().nextBytes(key);
            return key;
        }
    }

    private static Plimsoll over(SnapshotStore store, byte[] key, Configuration configuration, GuardListener listener) {
        List<byte[]> previous = configuration.cursor().previousKeys().stream()
                .map(Secret::revealBytes)
                .toList();
        return Plimsoll.over(store, KeyRing.of(key, previous), configuration.policies(), listener);
    }
}
