package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.share.SharedConnection;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the translation by the first message of the client. If the client is modern, the gateway opens the server for it.
 * Otherwise, the client initializes it.
 */
final class ClientEraDetector implements Upstream {

    private static final long TEND_SECONDS = 5;

    private final Upstream server;
    private final KnownEra known;
    private final ServerRestart serverRestart;
    private final Duration patience;
    private final Log log;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable UpstreamListener upstreamListener;
    private volatile @Nullable Upstream settled;

    /** @param patience the timeout for opening the server */
    ClientEraDetector(Upstream server, KnownEra known, ServerRestart serverRestart, Duration patience, Log log) {
        this.server = server;
        this.known = known;
        this.serverRestart = serverRestart;
        this.patience = patience;
        this.log = log;
    }

    @Override
    public void start(UpstreamListener whoHears) {
        upstreamListener = whoHears;
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
        if (first == null || id == null || !ModernMessages.speaks(first)) {
            bridge = new ServerEraDetector(server, known, serverRestart);
        } else {
            bridge = opened(first, id);
        }
        UpstreamListener client = upstreamListener;
        if (bridge != null && client != null) {
            bridge.start(client);
        }
        settled = bridge;
        return bridge;
    }

    /** Opens the server. Returns null if that fails. */
    private @Nullable Upstream opened(Message first, Slice id) throws IOException {
        SharedConnection opened;
        try {
            opened = SharedConnection.open(server, null, ModernMessages.abilities(first), patience, log);
        } catch (UpstreamException e) {
            String why = "the server " + e.getMessage();
            UpstreamListener client = upstreamListener;
            closed.countDown();
            if (client != null) {
                client.onRequestFailed(
                        id, new RefusedException(ErrorCode.UPSTREAM_UNAVAILABLE, why, "look at the server's own log"));
                client.onClosed(why);
            }
            return null;
        }
        Thread.ofVirtual().name("plimsoll-parking").start(() -> tend(opened));
        Upstream branch = opened.branch(true);
        return opened.opened().modern()
                ? branch
                : new ModernOnLegacy(branch, opened.opened().result());
    }

    private void tend(SharedConnection opened) {
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
        if (bridge instanceof ServerEraDetector) {
            bridge.close();
        }
        server.close();
    }
}
