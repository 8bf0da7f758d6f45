package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.share.SharedServer;
import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Becomes the bridge that a client needs with the first message that it sends: one of 2026-07-28 has its server opened for it,
 * any other opens it itself.
 */
final class FirstWord implements Upstream {

    private static final long TEND_SECONDS = 5;

    private final Upstream server;
    private final KnownEra known;
    private final Restart restart;
    private final Duration patience;
    private final Log log;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Hearer hearer;
    private volatile @Nullable Upstream settled;

    /** @param patience how long it may take to open the server */
    FirstWord(Upstream server, KnownEra known, Restart restart, Duration patience, Log log) {
        this.server = server;
        this.known = known;
        this.restart = restart;
        this.patience = patience;
        this.log = log;
    }

    @Override
    public void hear(Hearer whoHears) {
        hearer = whoHears;
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Upstream bridge = settled;
        if (bridge == null) {
            bridge = settle(Message.of(Message.joined(pieces)));
        }
        if (bridge != null) {
            bridge.send(pieces);
        }
    }

    private synchronized @Nullable Upstream settle(@Nullable Message first) throws IOException {
        Upstream bridge = settled;
        if (bridge != null || closed.getCount() == 0) {
            return bridge;
        }
        Slice id = first == null ? null : first.id();
        if (first == null || id == null || !Modern.speaks(first)) {
            bridge = new EitherEra(server, known, restart);
        } else {
            bridge = opened(first, id);
        }
        Hearer client = hearer;
        if (bridge != null && client != null) {
            bridge.hear(client);
        }
        settled = bridge;
        return bridge;
    }

    /** Null when it cannot be opened. */
    private @Nullable Upstream opened(Message first, Slice id) throws IOException {
        SharedServer opened;
        try {
            opened = SharedServer.open(server, null, Modern.abilities(first), patience, log);
        } catch (UpstreamException e) {
            String why = "the server " + e.getMessage();
            Hearer client = hearer;
            closed.countDown();
            if (client != null) {
                client.failed(
                        id, new RefusedException(ErrorCode.UPSTREAM_UNAVAILABLE, why, "look at the server's own log"));
                client.ended(why);
            }
            return null;
        }
        Thread.ofVirtual().name("plimsoll-parking").start(() -> tend(opened));
        Upstream branch = opened.branch(true);
        return opened.opened().modern()
                ? branch
                : new ModernOnLegacy(branch, opened.opened().result());
    }

    private void tend(SharedServer opened) {
        try {
            while (!closed.await(TEND_SECONDS, TimeUnit.SECONDS)) {
                opened.expire();
            }
            opened.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        Upstream bridge = settled;
        if (bridge instanceof EitherEra) {
            bridge.close();
        }
        server.close();
    }
}
