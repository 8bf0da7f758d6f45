package dev.plimsoll.gateway.run;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.Relay;
import dev.plimsoll.gateway.proxy.RelayListener;
import dev.plimsoll.gateway.proxy.WorkerPool;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.LineFramer;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Relays messages until either side ends, and then ends the other. */
final class RunSession {

    /**
     * Time for the end of a session: everything, including the server, must end within two seconds of the end of input.
     */
    private static final Duration GOODBYE = Duration.ofMillis(1_800);

    /**
     * Part of it for error responses to pending requests, if the server's output stays open because its child processes
     * hold it.
     */
    private static final Duration LAST_ANSWERS = Duration.ofMillis(200);

    private final LineFramer fromClient;
    private final Upstream upstream;
    private final Relay relay;
    private final WorkerPool workerPool;
    private final int maxMessageBytes;
    private final @Nullable Duration patience;
    private final Runnable talking;
    private final Log log;
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch heard = new CountDownLatch(1);
    private final AtomicReference<@Nullable String> serverEnded = new AtomicReference<>();
    private Says says;

    /**
     * Creates a session.
     *
     * @param patience maximum time without a response to a request; null for no limit
     * @param talking runs after the first message of the server was forwarded
     */
    RunSession(
            LineFramer fromClient,
            Upstream upstream,
            Relay relay,
            WorkerPool workerPool,
            int maxMessageBytes,
            @Nullable Duration patience,
            Runnable talking,
            Log log) {
        this.fromClient = fromClient;
        this.upstream = upstream;
        this.relay = relay;
        this.workerPool = workerPool;
        this.maxMessageBytes = maxMessageBytes;
        this.patience = patience;
        this.talking = talking;
        this.log = log;
        this.says = relay::fromClient;
    }

    /** Handler of the client's messages. */
    @FunctionalInterface
    interface Says {
        void fromClient(Slice line) throws IOException;
    }

    /** Sets another handler of the client's messages, which passes them on to the relay. */
    void by(Says other) {
        says = other;
    }

    /** Relays until one side ends, and returns whether it was the client. */
    boolean relayAll() {
        upstream.start(new RelayListener(relay, talking, this::serverEnded));
        Thread client = new Thread(this::hearClient, "plimsoll-client");
        client.setDaemon(true);
        client.start();
        waitForEnd();
        long deadline = System.nanoTime() + GOODBYE.toNanos();
        boolean byClient = serverEnded.get() == null;
        if (byClient) {
            upstream.close();
        }
        if (!await(heard, millisUntil(deadline - LAST_ANSWERS.toNanos()))) {
            relay.upstreamGone("its input was closed, but a process that it started still has its output open");
        }
        workerPool.finish(millisUntil(deadline));
        upstream.close();
        return byClient;
    }

    private void serverEnded(String how) {
        serverEnded.set(how);
        over.countDown();
        heard.countDown();
    }

    private void waitForEnd() {
        try {
            if (patience == null) {
                over.await();
                return;
            }
            long tick = Math.clamp(patience.toMillis() / 4, 10, 1_000);
            while (!over.await(tick, TimeUnit.MILLISECONDS)) {
                relay.expire(patience);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long millisUntil(long deadline) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
    }

    private static boolean await(CountDownLatch end, long millis) {
        try {
            return end.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void hearClient() {
        try {
            while (true) {
                try {
                    Slice line = fromClient.next();
                    if (line == null) {
                        break;
                    }
                    says.fromClient(line);
                } catch (LineTooLongException e) {
                    relay.clientSentTooMuch(e, maxMessageBytes);
                } catch (OutOfMemoryError e) {
                    log.log(LogSeverity.ERROR, "not enough memory for a message of the client");
                }
            }
        } catch (IOException e) {
            log.log(LogSeverity.WARN, "the client has disconnected", "error", String.valueOf(e.getMessage()));
        } finally {
            over.countDown();
        }
    }
}
