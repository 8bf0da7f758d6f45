package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.era.modern.ModernOnLegacy;
import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamException;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.gateway.upstream.shared.SharedConnection;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the translation by the first message of the client. If the client is modern, the gateway
 * initializes the server. Otherwise, the client initializes it.
 */
final class ClientEraDetector implements Upstream {

    private static final long EXPIRY_CHECK_SECONDS = 5;

    private final Upstream server;
    private final KnownEra knownEra;
    private final ServerRestart serverRestart;
    private final Duration timeout;
    private final Log log;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable UpstreamListener upstreamListener;
    private volatile @Nullable Upstream translation;
    private volatile boolean isLegacyClient;

    /** @param timeout the timeout for opening the server */
    ClientEraDetector(Upstream server, KnownEra knownEra, ServerRestart serverRestart, Duration timeout, Log log) {
        this.server = server;
        this.knownEra = knownEra;
        this.serverRestart = serverRestart;
        this.timeout = timeout;
        this.log = log;
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
    }

    @Override
    public void send(Message message) throws IOException {
        Upstream chosenTranslation = translation;
        if (chosenTranslation == null) {
            chosenTranslation = chooseTranslation(message);
        }
        if (chosenTranslation != null) {
            chosenTranslation.send(message);
        }
    }

    private synchronized @Nullable Upstream chooseTranslation(Message firstMessage) throws IOException {
        Upstream chosenTranslation = translation;
        if (chosenTranslation != null || closed.getCount() == 0) {
            return chosenTranslation;
        }
        Slice id = firstMessage.id();
        if (id == null || !RequestMeta.isModern(firstMessage)) {
            chosenTranslation = TranslationFactory.createDetectingServer(server, knownEra, serverRestart);
            isLegacyClient = true;
        } else {
            chosenTranslation = openServer(firstMessage, id);
        }
        UpstreamListener client = upstreamListener;
        if (chosenTranslation != null && client != null) {
            chosenTranslation.start(client);
        }
        translation = chosenTranslation;
        return chosenTranslation;
    }

    /** Opens the server. Returns null if that fails. */
    private @Nullable Upstream openServer(Message firstMessage, Slice id) throws IOException {
        SharedConnection sharedConnection;
        try {
            sharedConnection =
                    SharedConnection.open(server, null, ClientAbilities.ofRequest(firstMessage), timeout, log);
        } catch (UpstreamException e) {
            String why = "the server " + e.getMessage();
            UpstreamListener client = upstreamListener;
            closed.countDown();
            RefusedException refusal = e.refusal();
            if (client != null && refusal != null) {
                client.onRequestFailed(id, refusal);
                client.onRefused(refusal);
            } else if (client != null) {
                client.onRequestFailed(
                        id, new RefusedException(ErrorCode.UPSTREAM_UNAVAILABLE, why, "check the server's log"));
                client.onClosed(why);
            }
            return null;
        }
        Thread.ofVirtual().name("plimsoll-parking").start(() -> expireParkedCalls(sharedConnection));
        Upstream upstream = sharedConnection.createUpstream(true);
        return sharedConnection.handshakeResult().isModern()
                ? upstream
                : FilterChain.of(
                        upstream,
                        List.of(new ModernOnLegacy(
                                sharedConnection.handshakeResult().result(), sharedConnection.tasks())));
    }

    private void expireParkedCalls(SharedConnection sharedConnection) {
        try {
            while (!closed.await(EXPIRY_CHECK_SECONDS, TimeUnit.SECONDS)) {
                sharedConnection.expireParkedCalls();
            }
            sharedConnection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        Upstream chosenTranslation = translation;
        // a shared connection is closed by the thread that ends its parked calls
        if (chosenTranslation != null && isLegacyClient) {
            chosenTranslation.close();
        }
        server.close();
    }
}
