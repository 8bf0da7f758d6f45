package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.filter.FilterLink;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends a server that hangs, so that the next call starts it again. A server hangs if it sends nothing while requests
 * wait for three times their time limit, and does not even answer a ping. A tool that is only slow does not count.
 */
final class LivenessMonitor implements MessageFilter {

    /** A server gets a ping after so many time limits without a message, and is ended after one more. */
    private static final int SILENT_TIMEOUTS = 2;

    private final String name;
    private final Duration pingTime;
    private final Duration pingTimeout;
    private final Duration startLimit;
    private final Consumer<LivenessMonitor> onClosed;
    private final Log log;
    private final AtomicBoolean isEnded = new AtomicBoolean();
    private volatile @Nullable Server server;
    private volatile boolean hasReceived;
    /** When the ping was sent that is not answered yet; 0 if there is none. */
    private volatile long pingedNanos;
    /** When the first request was sent since the last message of the server; 0 if there was none. */
    private volatile long waitingSinceNanos;

    /** The connection, and the pings that were sent over it. */
    private record Server(FilterLink link, OwnRequests pings) {}

    /**
     * @param start the time limit for the first response
     * @param request the time limit for each response
     * @param onClosed runs when the server has ended
     */
    LivenessMonitor(String name, Duration start, Duration request, Consumer<LivenessMonitor> onClosed, Log log) {
        this.name = name;
        this.pingTime = request.multipliedBy(SILENT_TIMEOUTS);
        this.pingTimeout = request;
        this.startLimit = pingTime.plus(start);
        this.onClosed = onClosed;
        this.log = log;
    }

    @Override
    public void start(FilterLink link) {
        server = new Server(link, new OwnRequests(link.server()));
    }

    @Override
    public void onClientMessage(Message message, FilterLink link) throws IOException {
        if (waitingSinceNanos == 0 && message.isRequest()) {
            waitingSinceNanos = System.nanoTime() | 1;
        }
        link.server().send(message);
    }

    /** Pings or ends a server that is silent. Called periodically. */
    void check() {
        Server checked = server;
        long since = waitingSinceNanos;
        if (checked == null || since == 0) {
            return;
        }
        long now = System.nanoTime();
        long pinged = pingedNanos;
        if (!hasReceived) {
            endIf(checked, now - since > startLimit.toNanos());
        } else if (pinged != 0) {
            endIf(checked, now - pinged > pingTimeout.toNanos());
        } else if (now - since > pingTime.toNanos()) {
            pingedNanos = now | 1;
            // a server that hangs may not read either, which blocks the sender
            startThread(() -> ping(checked));
        }
    }

    private void endIf(Server checked, boolean hangs) {
        if (hangs && isEnded.compareAndSet(false, true)) {
            log.log(LogSeverity.WARN, "ended a server that hangs; the next call starts it again", "server", name);
            startThread(checked.link()::closeServer);
        }
    }

    private static void startThread(Runnable work) {
        Thread.ofPlatform().daemon().name("plimsoll-liveness").start(work);
    }

    private void ping(Server checked) {
        try {
            checked.pings().sendOnly("ping", Slice.of("{}"));
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the server has closed");
        }
    }

    /** Returns whether the message is the response to a ping. Even an error shows that the server works. */
    private boolean isPingResponse(Message message) {
        Server checked = server;
        return checked != null && message.isResponse() && checked.pings().accept(message);
    }

    private void onReceived() {
        hasReceived = true;
        waitingSinceNanos = 0;
        pingedNanos = 0;
    }

    @Override
    public void onServerMessage(Message message, FilterLink link) throws IOException {
        onReceived();
        if (!isPingResponse(message)) {
            link.client().onMessage(message);
        }
    }

    @Override
    public void onMessageTooLong(LineTooLongException message, int maxBytes, FilterLink link) throws IOException {
        onReceived();
        link.client().onMessageTooLong(message, maxBytes);
    }

    @Override
    public void onWarning(String warning, FilterLink link) {
        // even output that is not a message shows that the server works
        onReceived();
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
