package dev.plimsoll.gateway.single;

import dev.plimsoll.catalog.Catalog;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.ServerKnowledge;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.share.HandshakeResult;
import dev.plimsoll.gateway.share.SharedConnection;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The shared connections of a server. They are opened on demand, closed after some time without use, and reopened after they
 * are lost. The pause before the next attempt doubles with each failure.
 */
final class SharedConnections implements AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int MOST_DOUBLINGS = 6;

    /** A connection that closes sooner counts as a failed start. */
    private static final Duration STEADY = Duration.ofSeconds(10);

    private final String name;
    private final Connector connector;
    private final Duration opening;
    private final Duration idle;
    private final Catalog catalog;
    private final Consumer<Message> changes;
    private final ParkedCallIds parkedCallIds;
    private final Log log;
    private final Map<String, Share> byKey = new ConcurrentHashMap<>();
    private volatile @Nullable Boolean modern;

    /**
     * Creates an instance without open connections.
     *
     * @param onChange receives the notifications that a listing or a resource has changed
     * @param parkedCallIds issues the ids of calls that are parked here
     */
    SharedConnections(
            String name,
            Connector connector,
            Duration startTimeout,
            Duration idleTimeout,
            Catalog catalog,
            Consumer<Message> onChange,
            ParkedCallIds parkedCallIds,
            Log log) {
        this.parkedCallIds = parkedCallIds;
        this.changes = onChange;
        this.name = name;
        this.catalog = catalog;
        this.connector = connector;
        this.opening = startTimeout;
        this.idle = idleTimeout;
        this.log = log;
    }

    /**
     * A client's branch of a shared connection.
     *
     * @param known the facts about the server that its clients share
     */
    record Way(Upstream upstream, HandshakeResult opened, ServerKnowledge known) {}

    /**
     * Returns a new branch of the connection with that key.
     *
     * @param clientAbilities the abilities of the clients with this key. A legacy server has a separate connection for each
     *     set of abilities; every server has one for each set of extensions.
     */
    Way way(String key, ClientAbilities clientAbilities) throws IOException, BusyException {
        boolean separate = !Boolean.TRUE.equals(modern) && clientAbilities.canBeAsked();
        // in both eras, the tools of a server may depend on the extensions
        String commonKey = clientAbilities.extensions().isEmpty() ? key : key + " " + clientAbilities.extensions();
        String ownKey = separate ? commonKey + " " + clientAbilities.capabilities().utf8() : commonKey;
        Share entry = byKey.computeIfAbsent(
                ownKey, anyKey -> new Share(separate ? clientAbilities : clientAbilities.extensionsAlone()));
        Way branch = entry.way();
        if (separate && branch.opened().modern() && byKey.putIfAbsent(commonKey, entry) == null) {
            byKey.remove(ownKey, entry);
        }
        return branch;
    }

    /** Closes unused connections. */
    void tend() {
        byKey.forEach((key, share) -> {
            share.expire();
            if (share.rests()) {
                byKey.remove(key, share);
            }
        });
    }

    @Override
    public void close() {
        List<Thread> threads = byKey.values().stream()
                .map(share -> Thread.ofPlatform().start(share::end))
                .toList();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private final class Share {

        private final ServerKnowledge serverKnowledge = new ServerKnowledge(catalog);
        private final ClientAbilities clientAbilities;
        private @Nullable SharedConnection server;
        private long openedNanos;
        private int failures;
        private long pausedNanos;
        private Duration pause = Duration.ZERO;
        private String why = "";
        private @Nullable RefusedException refusal;

        Share(ClientAbilities clientAbilities) {
            this.clientAbilities = clientAbilities;
        }

        synchronized Way way() throws IOException, BusyException {
            SharedConnection current = server;
            if (current != null && current.isGone()) {
                current.close();
                server = null;
                current = null;
                if (System.nanoTime() - openedNanos < STEADY.toNanos()) {
                    failed("it closed soon after its start");
                } else {
                    failures = 0;
                }
            }
            if (current == null) {
                current = opened();
            }
            return new Way(current.branch(true), current.opened(), serverKnowledge);
        }

        private SharedConnection opened() throws IOException, BusyException {
            long remainingNanos = pausedNanos + pause.toNanos() - System.nanoTime();
            RefusedException refused = refusal;
            if (failures > 0 && remainingNanos > 0 && refused != null) {
                throw new UpstreamException(refused);
            }
            if (failures > 0 && remainingNanos > 0) {
                throw new UpstreamException(why + "; it will be tried again in " + (1 + remainingNanos / 1_000_000_000) + " s");
            }
            try {
                SharedConnection opened = SharedConnection.open(
                        connector.connect(), modern, clientAbilities, parkedCallIds, opening, log);
                modern = opened.opened().modern();
                opened.changing(changes);
                server = opened;
                openedNanos = System.nanoTime();
                return opened;
            } catch (IOException e) {
                // the server may have been updated to another era
                modern = null;
                failed(String.valueOf(e.getMessage()));
                refusal = e instanceof UpstreamException upstream ? upstream.refusal() : null;
                log.log(LogSeverity.ERROR, "cannot connect to a server", "server", name, "why", why);
                throw e;
            }
        }

        private void failed(String reason) {
            why = reason;
            refusal = null;
            pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
            pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
            failures++;
            pausedNanos = System.nanoTime();
        }

        synchronized void expire() {
            SharedConnection current = server;
            if (current != null) {
                current.expire();
            }
        }

        /** Closes the connection if it is unused. Returns whether this entry can be removed. */
        synchronized boolean rests() {
            SharedConnection current = server;
            if (current == null) {
                return System.nanoTime() - pausedNanos > LONGEST_PAUSE.toNanos();
            }
            if (!current.isUnused(idle)) {
                return false;
            }
            log.log(LogSeverity.INFO, "closed an unused shared connection", "server", name);
            end();
            return true;
        }

        synchronized void end() {
            SharedConnection current = server;
            if (current != null) {
                current.close();
                server = null;
            }
        }
    }
}
