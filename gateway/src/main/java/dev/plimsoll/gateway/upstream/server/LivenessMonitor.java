package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.filter.FilterLink;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.TruncatedMessageId;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends a server that hangs, so that the next call starts it again. A server hangs if it sends nothing for three times
 * the time limit of requests while a request is pending, and does not respond to a ping. A server whose tool is only
 * slow responds to the ping. Requests that are pending when the server sends a request of its own are not monitored
 * until the next one, because the server may wait for the response and read no ping.
 */
final class LivenessMonitor implements MessageFilter {

    /** A server gets a ping after this many time limits without a message, and is ended after one more. */
    private static final int SILENT_TIMEOUTS = 2;

    private final String name;
    private final Duration pingDelay;
    private final Duration pingTimeout;
    private final Duration startLimit;
    private final Consumer<LivenessMonitor> onClosed;
    private final Log log;
    private final AtomicBoolean isEnded = new AtomicBoolean();
    private volatile @Nullable MonitoredServer server;
    private volatile boolean hasReceived;
    /** Time of the ping that has no response yet; 0 if there is none. */
    private volatile long pingSentNanos;
    /** Time of the last message of the server, or of the first request since then; 0 if no request is monitored. */
    private volatile long requestSentNanos;

    /** Monitored requests without a response, except those that may stay open for any time. */
    private final PendingRequests<Boolean> pendingRequests = new PendingRequests<>();

    /** The connection, and the pings that were sent over it. */
    private record MonitoredServer(FilterLink link, OwnRequests pings) {}

    /**
     * @param startTimeout the time limit for the first response
     * @param requestTimeout the time limit for each response
     * @param onClosed runs when the server has ended
     */
    LivenessMonitor(
            String name, Duration startTimeout, Duration requestTimeout, Consumer<LivenessMonitor> onClosed, Log log) {
        this.name = name;
        this.pingDelay = requestTimeout.multipliedBy(SILENT_TIMEOUTS);
        this.pingTimeout = requestTimeout;
        this.startLimit = pingDelay.plus(startTimeout);
        this.onClosed = onClosed;
        this.log = log;
    }

    @Override
    public void start(FilterLink link) {
        server = new MonitoredServer(link, new OwnRequests(link.server()));
    }

    @Override
    public void onClientMessage(Message message, FilterLink link) throws IOException {
        if (message.isRequest()) {
            if (!ProtocolMethod.isLongLived(message.method())) {
                if (pendingRequests.size() >= PendingRequests.MAX_PENDING) {
                    pendingRequests.removeOldest();
                }
                var _ = pendingRequests.add(message, true);
            }
            if (requestSentNanos == 0) {
                requestSentNanos = nonzeroNanos();
            }
        }
        link.server().send(message);
    }

    /** Pings or ends a server that is silent. Called periodically. */
    void check() {
        MonitoredServer monitored = server;
        long requestNanos = requestSentNanos;
        if (monitored == null || requestNanos == 0) {
            return;
        }
        long nowNanos = System.nanoTime();
        long pingNanos = pingSentNanos;
        if (!hasReceived) {
            endIf(monitored, nowNanos - requestNanos > startLimit.toNanos());
        } else if (pingNanos != 0) {
            endIf(monitored, nowNanos - pingNanos > pingTimeout.toNanos());
        } else if (nowNanos - requestNanos > pingDelay.toNanos()) {
            pingSentNanos = nonzeroNanos();
            // on another thread, because a server that hangs may not read, which blocks the sender
            startThread(() -> ping(monitored));
        }
    }

    private void endIf(MonitoredServer monitored, boolean isHanging) {
        if (isHanging && isEnded.compareAndSet(false, true)) {
            log.log(LogSeverity.WARN, "ended a server that hangs; the next call starts it again", "server", name);
            startThread(monitored.link()::closeServer);
        }
    }

    private static void startThread(Runnable work) {
        Thread.ofPlatform().daemon().name("plimsoll-liveness").start(work);
    }

    private void ping(MonitoredServer monitored) {
        try {
            monitored.pings().sendIgnoringResponse("ping", Slice.of("{}"));
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the server has closed");
        }
    }

    /** Returns whether the message is the response to a ping. Even an error shows that the server works. */
    private boolean isPingResponse(Message message) {
        MonitoredServer monitored = server;
        return monitored != null && message.isResponse() && monitored.pings().accept(message);
    }

    /** Returns the current time, but never 0, which means no time. */
    private static long nonzeroNanos() {
        return System.nanoTime() | 1;
    }

    private void recordActivity() {
        hasReceived = true;
        boolean isIdle = pendingRequests.isEmpty();
        requestSentNanos = isIdle ? 0 : nonzeroNanos();
        if (isIdle && !pendingRequests.isEmpty()) {
            // a request that was added before the time became 0 has not set it
            requestSentNanos = nonzeroNanos();
        }
        pingSentNanos = 0;
    }

    @Override
    public void onServerMessage(Message message, FilterLink link) throws IOException {
        boolean isPingResponse = isPingResponse(message);
        if (isPingResponse || message.isRequest()) {
            var _ = pendingRequests.removeAll();
        } else if (message.isResponse()) {
            var _ = pendingRequests.remove(Objects.requireNonNull(message.id()));
        }
        recordActivity();
        if (!isPingResponse) {
            link.client().onMessage(message);
        }
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes, FilterLink link) throws IOException {
        Slice id = TruncatedMessageId.find(message.head(), message.tail());
        if (id == null) {
            var _ = pendingRequests.removeAll();
        } else {
            var _ = pendingRequests.remove(id);
        }
        recordActivity();
        link.client().onMessageTooLong(message, maxBytes);
    }

    @Override
    public void onWarning(String warning, FilterLink link) {
        // even output that is not a message shows that the server works
        recordActivity();
        link.client().onWarning(warning);
    }

    @Override
    public void onRefused(RefusedException why, FilterLink link) {
        onClosed.accept(this);
        link.client().onRefused(why);
    }

    @Override
    public void onClosed(String reason, FilterLink link) {
        onClosed.accept(this);
        link.client().onClosed(reason);
    }
}
