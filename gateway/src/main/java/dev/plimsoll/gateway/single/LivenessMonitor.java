package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.OwnRequests;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Ends a server that hangs, so that the next call starts it again. A server hangs if it sends nothing while requests
 * wait for three times their time limit, and does not even answer a ping. A tool that is only slow does not count.
 */
final class LivenessMonitor implements Upstream {

    /** A server gets a ping after so many time limits without a message, and is ended after one more. */
    private static final int SILENT_TIMEOUTS = 2;

    private final Upstream server;
    private final OwnRequests pings;
    private final String name;
    private final Duration pingTime;
    private final Duration pingTimeout;
    private final Duration startLimit;
    private final Consumer<LivenessMonitor> onClosed;
    private final Log log;
    private final AtomicBoolean isEnded = new AtomicBoolean();
    private volatile boolean hasReceived;
    /** When the ping was sent that is not answered yet; 0 if there is none. */
    private volatile long pingedNanos;
    /** When the first request was sent since the last message of the server; 0 if there was none. */
    private volatile long waitingSinceNanos;

    /**
     * @param start the time limit for the first response
     * @param request the time limit for each response
     * @param onClosed runs when the server has ended
     */
    LivenessMonitor(
            Upstream server,
            String name,
            Duration start,
            Duration request,
            Consumer<LivenessMonitor> onClosed,
            Log log) {
        this.server = server;
        this.pings = new OwnRequests(server);
        this.name = name;
        this.pingTime = request.multipliedBy(SILENT_TIMEOUTS);
        this.pingTimeout = request;
        this.startLimit = pingTime.plus(start);
        this.onClosed = onClosed;
        this.log = log;
    }

    @Override
    public void start(UpstreamListener upstreamListener) {
        server.start(new Listener(upstreamListener));
    }

    @Override
    public void holdResponses() {
        server.holdResponses();
    }

    @Override
    public void send(Message message) throws IOException {
        if (waitingSinceNanos == 0 && message.isRequest()) {
            waitingSinceNanos = System.nanoTime() | 1;
        }
        server.send(message);
    }

    /** Pings or ends a server that is silent. Called periodically. */
    void check() {
        long since = waitingSinceNanos;
        if (since == 0) {
            return;
        }
        long now = System.nanoTime();
        long pinged = pingedNanos;
        if (!hasReceived) {
            endIf(now - since > startLimit.toNanos());
        } else if (pinged != 0) {
            endIf(now - pinged > pingTimeout.toNanos());
        } else if (now - since > pingTime.toNanos()) {
            pingedNanos = now | 1;
            // a server that hangs may not read either, which blocks the sender
            startThread(this::ping);
        }
    }

    private void endIf(boolean hangs) {
        if (hangs && isEnded.compareAndSet(false, true)) {
            log.log(LogSeverity.WARN, "ended a server that hangs; the next call starts it again", "server", name);
            startThread(server::close);
        }
    }

    private static void startThread(Runnable work) {
        Thread.ofPlatform().daemon().name("plimsoll-liveness").start(work);
    }

    private void ping() {
        try {
            pings.sendOnly("ping", Slice.of("{}"));
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the server has closed");
        }
    }

    @Override
    public void close() {
        server.close();
    }

    /** Returns whether the message is the response to the ping. Even an error shows that the server works. */
    private boolean isPingResponse(Message message) {
        return message.isResponse() && pings.accept(message);
    }

    private final class Listener implements UpstreamListener {

        private final UpstreamListener client;

        Listener(UpstreamListener client) {
            this.client = client;
        }

        private void onReceived() {
            hasReceived = true;
            waitingSinceNanos = 0;
            pingedNanos = 0;
        }

        @Override
        public void onMessage(Message message) throws IOException {
            onReceived();
            if (!isPingResponse(message)) {
                client.onMessage(message);
            }
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException why) throws IOException {
            client.onRequestFailed(requestId, why);
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) throws IOException {
            onReceived();
            client.onMessageTooLong(message, maxBytes);
        }

        @Override
        public void onWarning(String warning) {
            // even output that is not a message shows that the server works
            onReceived();
            client.onWarning(warning);
        }

        @Override
        public void onRefused(RefusedException why) {
            onClosed.accept(LivenessMonitor.this);
            client.onRefused(why);
        }

        @Override
        public void onClosed(String reason) {
            onClosed.accept(LivenessMonitor.this);
            client.onClosed(reason);
        }
    }
}
