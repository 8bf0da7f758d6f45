package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Guard;
import dev.plimsoll.gateway.proxy.Hearing;
import dev.plimsoll.gateway.proxy.Relay;
import dev.plimsoll.gateway.proxy.Workers;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A server that was started and what guards the way to it. Gives its place back when it has ended. */
final class Line {

    private static final int WORKERS = 4;
    private static final long LAST_ANSWERS_MILLIS = 1_000;

    private final Backend backend;
    private final Upstream upstream;
    private final Relay relay;
    private final Workers workers = Workers.virtual(WORKERS);
    private final Places places;
    private final CompletableFuture<Thread> hearing = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private Line(Backend backend, Upstream upstream, Peer client, Guard guard, Places places, Log log) {
        this.backend = backend;
        this.upstream = upstream;
        this.places = places;
        this.relay = new Relay(client, upstream, () -> guard, backend.name(), workers, log);
    }

    /**
     * Starts a server.
     *
     * @param client gets what the server says by itself
     * @param ended run when the server has ended, by itself or by {@link #close}
     */
    static Line open(
            Backend backend, Peer client, Guard guard, Places places, int maxMessageBytes, Runnable ended, Log log)
            throws IOException, Refusal {
        places.take();
        Upstream upstream;
        try {
            upstream = backend.start();
        } catch (IOException | RuntimeException e) {
            places.give();
            throw e;
        }
        Line line = new Line(backend, upstream, client, guard, places, log);
        Hearing hearing = new Hearing(upstream, line.relay, maxMessageBytes, () -> {}, how -> ended.run(), log);
        // reading from a process blocks what carries virtual threads
        line.hearing.complete(Thread.ofPlatform()
                .daemon()
                .name("plimsoll-server-" + backend.name())
                .start(hearing));
        return line;
    }

    /** Never throws: the answer, or that there is none, comes by {@code reply}. */
    void hear(Slice body, Peer reply) {
        try {
            relay.fromClient(body, reply);
        } catch (IOException e) {
            reply.unanswered();
        }
    }

    boolean isIdle() {
        return relay.isIdle();
    }

    void expire() {
        Duration patience = backend.patience();
        if (patience != null) {
            relay.expire(patience);
        }
    }

    /** Ends the server and waits until it has ended. */
    void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                upstream.close();
                // it tells all who wait that the server has ended, and needs the workers for that
                hearing.join().join(LAST_ANSWERS_MILLIS);
                workers.finish(LAST_ANSWERS_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                places.give();
            }
        }
    }
}
