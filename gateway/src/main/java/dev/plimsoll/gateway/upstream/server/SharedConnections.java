package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.replica.ParkedCallIds;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.shared.ConnectionTasks;
import dev.plimsoll.gateway.upstream.shared.HandshakeResult;
import dev.plimsoll.gateway.upstream.shared.SharedConnection;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the shared connections of a server on demand, closes them after some time without use, and reopens lost ones.
 * The pause before the next attempt doubles with each failure.
 */
final class SharedConnections implements AutoCloseable {

    private static final Duration MIN_PAUSE = Duration.ofMillis(500);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);
    private static final int MAX_DOUBLINGS = 6;

    /** A connection that closes sooner counts as a failed start. */
    private static final Duration MIN_UPTIME = Duration.ofSeconds(10);

    private final String name;
    private final Connector connector;
    private final Duration startTimeout;
    private final Duration idleTimeout;
    private final Supplier<ServerKnowledge> knowledgeFactory;
    private final Consumer<Message> onChange;
    private final ParkedCallIds parkedCallIds;
    private final Log log;
    private final Map<String, Entry> entryByKey = new ConcurrentHashMap<>();
    /** Era of the server; null while it is unknown. */
    private volatile @Nullable Boolean isModern;

    /**
     * Creates an instance without open connections.
     *
     * @param knowledgeFactory creates the knowledge of the server for a new connection
     * @param onChange receives the notifications that a listing or a resource has changed
     * @param parkedCallIds issues the ids of calls that are parked here
     */
    SharedConnections(
            String name,
            Connector connector,
            Duration startTimeout,
            Duration idleTimeout,
            Supplier<ServerKnowledge> knowledgeFactory,
            Consumer<Message> onChange,
            ParkedCallIds parkedCallIds,
            Log log) {
        this.parkedCallIds = parkedCallIds;
        this.onChange = onChange;
        this.name = name;
        this.knowledgeFactory = knowledgeFactory;
        this.connector = connector;
        this.startTimeout = startTimeout;
        this.idleTimeout = idleTimeout;
        this.log = log;
    }

    /**
     * Upstream of one client over a shared connection.
     *
     * @param serverKnowledge the facts about the server that its clients share
     * @param tasks the tasks of modern clients on the connection
     */
    record ClientUpstream(
            Upstream upstream, HandshakeResult handshake, ServerKnowledge serverKnowledge, ConnectionTasks tasks) {}

    /**
     * Opens an upstream for a client over the connection with a key.
     *
     * @param key the same for all clients that may share a connection; empty if all callers may share it
     * @param clientAbilities the abilities of the client. For each key, a legacy server has a separate connection for
     *     each set of abilities; a modern server has one for each set of extensions.
     * @param holder the caller that uses the connection
     */
    ClientUpstream openUpstream(String key, ClientAbilities clientAbilities, String holder)
            throws IOException, BusyException {
        boolean isSeparate = !Boolean.TRUE.equals(isModern) && clientAbilities.canAnswerInputRequests();
        // in both eras, the tools of a server may depend on the extensions
        String commonKey = clientAbilities.extensions().isEmpty() ? key : key + " " + clientAbilities.extensions();
        String connectionKey =
                isSeparate ? commonKey + " " + clientAbilities.capabilities().utf8() : commonKey;
        Entry entry = entryByKey.computeIfAbsent(
                connectionKey,
                anyKey -> new Entry(isSeparate ? clientAbilities : clientAbilities.withExtensionsOnly()));
        // Only the one connection that all callers share counts for the gateway, which may take the whole pool. A
        // caller
        // chooses the extensions and abilities: the connections for them count for its share, or one caller could take
        // all processes.
        ClientUpstream clientUpstream = entry.openUpstream(connectionKey.isEmpty() ? FairPool.GATEWAY : holder);
        // if the server turns out to be modern, clients with other abilities may use this connection too
        if (isSeparate && clientUpstream.handshake().isModern() && entryByKey.putIfAbsent(commonKey, entry) == null) {
            entryByKey.remove(connectionKey, entry);
        }
        return clientUpstream;
    }

    /** Ends expired parked calls, and closes unused connections. */
    void closeUnused() {
        entryByKey.forEach((key, entry) -> {
            entry.expireParkedCalls();
            if (entry.closeIfUnused()) {
                entryByKey.remove(key, entry);
            }
        });
    }

    @Override
    public void close() {
        List<Thread> threads = entryByKey.values().stream()
                .map(entry -> Thread.ofPlatform().start(entry::close))
                .toList();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private final class Entry {

        private final ServerKnowledge serverKnowledge = knowledgeFactory.get();
        private final ClientAbilities clientAbilities;
        private @Nullable SharedConnection connection;
        private long openedNanos;
        private int failureCount;
        private long pauseStartNanos;
        private Duration pause = Duration.ZERO;
        private String failureReason = "";
        private @Nullable RefusedException refusal;

        Entry(ClientAbilities clientAbilities) {
            this.clientAbilities = clientAbilities;
        }

        synchronized ClientUpstream openUpstream(String holder) throws IOException, BusyException {
            SharedConnection current = connection;
            if (current != null && current.isClosed()) {
                current.close();
                connection = null;
                current = null;
                if (System.nanoTime() - openedNanos < MIN_UPTIME.toNanos()) {
                    recordFailure("it closed soon after its start");
                } else {
                    failureCount = 0;
                }
            }
            if (current == null) {
                current = connect(holder);
            }
            return new ClientUpstream(
                    current.createUpstream(true), current.handshakeResult(), serverKnowledge, current.tasks());
        }

        private SharedConnection connect(String holder) throws IOException, BusyException {
            long remainingNanos = pauseStartNanos + pause.toNanos() - System.nanoTime();
            RefusedException currentRefusal = refusal;
            if (failureCount > 0 && remainingNanos > 0 && currentRefusal != null) {
                throw new UpstreamException(currentRefusal);
            }
            if (failureCount > 0 && remainingNanos > 0) {
                throw new UpstreamException(failureReason + "; the next attempt is possible in "
                        + (1 + remainingNanos / 1_000_000_000) + " s");
            }
            try {
                SharedConnection newConnection = SharedConnection.open(
                        connector.connect(holder), isModern, clientAbilities, parkedCallIds, startTimeout, log);
                isModern = newConnection.handshakeResult().isModern();
                newConnection.setChangeListener(onChange);
                connection = newConnection;
                openedNanos = System.nanoTime();
                return newConnection;
            } catch (IOException e) {
                // the server may have been updated to another era
                isModern = null;
                recordFailure(String.valueOf(e.getMessage()));
                refusal = e instanceof UpstreamException upstream ? upstream.refusal() : null;
                log.log(LogSeverity.ERROR, "cannot connect to a server", "server", name, "why", failureReason);
                throw e;
            }
        }

        private void recordFailure(String reason) {
            failureReason = reason;
            refusal = null;
            pause = MIN_PAUSE.multipliedBy(1L << Math.min(failureCount, MAX_DOUBLINGS));
            pause = pause.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : pause;
            failureCount++;
            pauseStartNanos = System.nanoTime();
        }

        synchronized void expireParkedCalls() {
            SharedConnection current = connection;
            if (current != null) {
                current.expireParkedCalls();
            }
        }

        /** Closes the connection if it is unused. Returns whether this entry can be removed. */
        synchronized boolean closeIfUnused() {
            SharedConnection current = connection;
            if (current == null) {
                return System.nanoTime() - pauseStartNanos > MAX_PAUSE.toNanos();
            }
            if (!current.isUnused(idleTimeout)) {
                return false;
            }
            log.log(LogSeverity.INFO, "closed an unused shared connection", "server", name);
            close();
            return true;
        }

        synchronized void close() {
            SharedConnection current = connection;
            if (current != null) {
                current.close();
                connection = null;
            }
        }
    }
}
