package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.Relay;
import dev.plimsoll.gateway.proxy.RelayListener;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineFramer;
import dev.plimsoll.json.frame.LineTooLongException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Relays messages until the client or the server ends, and then ends the session. */
final class RunSession {

    /**
     * Maximum time from the end of the client's input to the end of the session: the whole process must end
     * within two seconds, including the server.
     */
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofMillis(1_800);

    /**
     * Part of {@code SHUTDOWN_TIMEOUT} that is reserved for the last responses. It is needed if a child
     * process of the server keeps the server's output open.
     */
    private static final Duration FINAL_RESPONSES_TIME = Duration.ofMillis(200);

    private final LineFramer fromClient;
    private final Upstream upstream;
    private final Relay relay;
    private final WorkerPool workerPool;
    private final int maxMessageBytes;
    private final @Nullable Duration requestTimeout;
    private final Log log;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch serverClosed = new CountDownLatch(1);
    private final AtomicReference<@Nullable String> serverEndReason = new AtomicReference<>();
    private ClientMessageHandler clientMessageHandler;

    /**
     * Creates a session.
     *
     * @param requestTimeout time without response and progress after which a request fails; null for no limit
     */
    RunSession(
            LineFramer fromClient,
            Upstream upstream,
            Relay relay,
            WorkerPool workerPool,
            int maxMessageBytes,
            @Nullable Duration requestTimeout,
            Log log) {
        this.fromClient = fromClient;
        this.upstream = upstream;
        this.relay = relay;
        this.workerPool = workerPool;
        this.maxMessageBytes = maxMessageBytes;
        this.requestTimeout = requestTimeout;
        this.log = log;
        this.clientMessageHandler = relay::onClientMessages;
    }

    /** Handler of the client's messages. */
    @FunctionalInterface
    interface ClientMessageHandler {
        void handle(ReceivedMessages received) throws IOException;
    }

    /**
     * Sets the handler of the client's messages, which passes them to the relay. By default, the relay
     * handles them directly.
     */
    void setClientHandler(ClientMessageHandler handler) {
        clientMessageHandler = handler;
    }

    /** Relays until the client or the server ends. Returns whether the client ended first. */
    boolean relayAll() {
        upstream.start(new RelayListener(relay, this::onServerEnded));
        Thread client = new Thread(this::readClient, "plimsoll-client");
        client.setDaemon(true);
        client.start();
        waitForEnd();
        long deadlineNanos = System.nanoTime() + SHUTDOWN_TIMEOUT.toNanos();
        boolean isEndedByClient = serverEndReason.get() == null;
        if (isEndedByClient) {
            upstream.close();
        }
        if (!awaitLatch(serverClosed, millisUntil(deadlineNanos - FINAL_RESPONSES_TIME.toNanos()))) {
            relay.onServerClosed("its input was closed, but a process that it started still has its output open");
        }
        workerPool.finish(millisUntil(deadlineNanos));
        upstream.close();
        return isEndedByClient;
    }

    private void onServerEnded(String reason) {
        serverEndReason.set(reason);
        ended.countDown();
        serverClosed.countDown();
    }

    private void waitForEnd() {
        try {
            if (requestTimeout == null) {
                ended.await();
                return;
            }
            long checkMillis = Math.clamp(requestTimeout.toMillis() / 4, 10, 1_000);
            while (!ended.await(checkMillis, TimeUnit.MILLISECONDS)) {
                relay.failOverdueRequests(requestTimeout);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long millisUntil(long deadlineNanos) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime()));
    }

    /** Waits for the latch, and returns whether it was released in time. */
    private static boolean awaitLatch(CountDownLatch latch, long millis) {
        try {
            return latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void readClient() {
        try {
            while (true) {
                try {
                    Slice line = fromClient.next();
                    if (line == null) {
                        break;
                    }
                    clientMessageHandler.handle(ReceivedMessages.parse(line));
                } catch (LineTooLongException e) {
                    relay.onClientMessageTooLong(e, maxMessageBytes);
                } catch (OutOfMemoryError e) {
                    log.log(LogSeverity.ERROR, "not enough memory for a message of the client");
                }
            }
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "the client has disconnected", "error", String.valueOf(e.getMessage()));
        } finally {
            // after this, pending requests get no error response, because some clients fail if they get one while
            // they shut down
            relay.onClientClosed();
            ended.countDown();
        }
    }
}
