package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.ListChangeNotifier;
import dev.plimsoll.gateway.proxy.Relay;
import dev.plimsoll.gateway.proxy.RelayListener;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Session of one client with one server, through a relay with its own worker threads. */
public final class RelayServerSession implements ServerSession {

    private static final int WORKERS = 4;
    private static final long FINAL_RESPONSES_MILLIS = 1_000;

    private final Upstream upstream;
    private final Relay relay;
    private final RelayListener relayListener;
    private final WorkerPool workerPool = WorkerPool.virtual(WORKERS);
    private final @Nullable Duration requestTimeout;
    private final CountDownLatch upstreamClosed = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ListChangeNotifier listChangeNotifier;

    private RelayServerSession(
            String server,
            Upstream upstream,
            Peer client,
            CallerContexts callerContexts,
            ServerKnowledge serverKnowledge,
            @Nullable Duration requestTimeout,
            Runnable onClosed,
            Log log) {
        this.upstream = upstream;
        this.listChangeNotifier = new ListChangeNotifier(server, serverKnowledge, callerContexts, client, workerPool);
        this.requestTimeout = requestTimeout;
        this.relay = new Relay(client, upstream, callerContexts, server, serverKnowledge, workerPool, log);
        this.relayListener = new RelayListener(relay, reason -> onClosed(onClosed));
    }

    /**
     * Creates a session and starts to read from the server.
     *
     * @param client gets the notifications and requests of the server
     * @param requestTimeout the maximum time without a message about a request; null for no limit
     * @param onClosed runs when the server has closed, on its own or by {@link #close}
     */
    public static RelayServerSession open(
            String server,
            Upstream upstream,
            Peer client,
            CallerContexts callerContexts,
            ServerKnowledge serverKnowledge,
            @Nullable Duration requestTimeout,
            Runnable onClosed,
            Log log) {
        RelayServerSession session = new RelayServerSession(
                server, upstream, client, callerContexts, serverKnowledge, requestTimeout, onClosed, log);
        upstream.start(session.relayListener);
        return session;
    }

    /** Creates a session without a server, which can only read snapshots. */
    public static RelayServerSession openSnapshotSession(
            String server, Peer client, CallerContexts callerContexts, Log log) {
        return open(
                server, new SnapshotOnlyUpstream(), client, callerContexts, new ServerKnowledge(), null, () -> {}, log);
    }

    private void onClosed(Runnable onClosed) {
        upstreamClosed.countDown();
        onClosed.run();
    }

    @Override
    public void handle(ReceivedMessages received, Peer requester) {
        try {
            relay.onClientMessages(received, requester);
        } catch (IOException e) {
            requester.onCancelled();
        }
    }

    /** Notifies the client if the listing of the tools has changed. */
    void onReconfigured() {
        if (!isClosed()) {
            listChangeNotifier.onReconfigured();
        }
    }

    @Override
    public void setToolNames(ToolNames names) {
        relay.setToolNames(names);
    }

    @Override
    public void sendRefusal(String server, Message call, RefusedException why, Peer requester) {
        relay.sendRefusal(server, call, why, requester);
    }

    @Override
    public boolean isClosed() {
        return relay.closedReason() != null;
    }

    @Override
    public @Nullable RefusedException findFailure() {
        RefusedException closedReason = relay.closedReason();
        return closedReason != null ? closedReason : relayListener.lastFailure();
    }

    @Override
    public boolean hasReadTool() {
        return relay.hasReadTool();
    }

    @Override
    public boolean isIdle() {
        return relay.isIdle();
    }

    @Override
    public void runMaintenance() {
        if (requestTimeout != null) {
            relay.failOverdueRequests(requestTimeout);
        }
    }

    @Override
    public void cancel() {
        relay.cancelAll();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                upstream.close();
                // pending requests fail now; their responses need the workers
                var _ = upstreamClosed.await(FINAL_RESPONSES_MILLIS, TimeUnit.MILLISECONDS);
                workerPool.finish(FINAL_RESPONSES_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
