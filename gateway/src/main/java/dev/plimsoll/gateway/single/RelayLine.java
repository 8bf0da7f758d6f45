package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.backend.ServerLine;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.proxy.Guards;
import dev.plimsoll.gateway.proxy.Hearing;
import dev.plimsoll.gateway.proxy.Known;
import dev.plimsoll.gateway.proxy.Relay;
import dev.plimsoll.gateway.proxy.Relisting;
import dev.plimsoll.gateway.proxy.Workers;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A way to one server, guarded. */
public final class RelayLine implements ServerLine {

    private static final int WORKERS = 4;
    private static final long LAST_ANSWERS_MILLIS = 1_000;

    private final Upstream upstream;
    private final Relay relay;
    private final Workers workers = Workers.virtual(WORKERS);
    private final @Nullable Duration patience;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Relisting relisting;

    private RelayLine(
            String server,
            Upstream upstream,
            Peer client,
            Guards guards,
            Known known,
            @Nullable Duration patience,
            Log log) {
        this.upstream = upstream;
        this.relisting = new Relisting(server, known, guards, client, workers);
        this.patience = patience;
        this.relay = new Relay(client, upstream, guards, server, known, workers, log);
    }

    /**
     * Begins to hear the server.
     *
     * @param client gets what the server says by itself
     * @param patience how long the server may be silent about a request; null: as long as the client waits
     * @param ended run when the server has ended, by itself or by {@link #close}
     */
    public static RelayLine over(
            String server,
            Upstream upstream,
            Peer client,
            Guards guards,
            Known known,
            @Nullable Duration patience,
            Runnable ended,
            Log log) {
        RelayLine line = new RelayLine(server, upstream, client, guards, known, patience, log);
        upstream.hear(new Hearing(line.relay, () -> {}, how -> line.over(ended)));
        return line;
    }

    /** A line that needs no server: what is kept of its results can be read, and that is all. */
    public static RelayLine kept(String server, Peer client, Guards guards, Log log) {
        return over(server, new Kept(), client, guards, new Known(), null, () -> {}, log);
    }

    private void over(Runnable ended) {
        over.countDown();
        ended.run();
    }

    @Override
    public void hear(Slice body, Peer reply) {
        try {
            relay.fromClient(body, reply);
        } catch (IOException e) {
            reply.unanswered();
        }
    }

    /** Tells the client when the tools are listed otherwise than before. */
    void reconfigured() {
        if (!isOver()) {
            relisting.reconfigured();
        }
    }

    @Override
    public void naming(ToolNames names) {
        relay.naming(names);
    }

    @Override
    public void refuse(String server, Message call, RefusedException why, Peer reply) {
        relay.refuse(server, call, why, reply);
    }

    @Override
    public boolean isOver() {
        return relay.isOver();
    }

    @Override
    public boolean hasReader() {
        return relay.hasReader();
    }

    @Override
    public boolean isIdle() {
        return relay.isIdle();
    }

    @Override
    public void expire() {
        if (patience != null) {
            relay.expire(patience);
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
                // it tells all who wait that the server has ended, and needs the workers for that
                var _ = over.await(LAST_ANSWERS_MILLIS, TimeUnit.MILLISECONDS);
                workers.finish(LAST_ANSWERS_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
