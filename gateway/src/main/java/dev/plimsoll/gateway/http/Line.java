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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    private final CountDownLatch over = new CountDownLatch(1);
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
    static Line open(Backend backend, Peer client, Guard guard, Places places, Runnable ended, Log log)
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
        upstream.hear(new Hearing(line.relay, () -> {}, how -> line.over(ended)));
        return line;
    }

    private void over(Runnable ended) {
        over.countDown();
        ended.run();
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
                var _ = over.await(LAST_ANSWERS_MILLIS, TimeUnit.MILLISECONDS);
                workers.finish(LAST_ANSWERS_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                places.give();
            }
        }
    }
}
