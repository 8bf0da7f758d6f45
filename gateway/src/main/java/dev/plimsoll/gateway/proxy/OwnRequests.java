package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Requests that the gateway itself sends to a peer, with ids that no other request has. */
final class OwnRequests {

    private static final long TIMEOUT_SECONDS = 30;

    private final Peer peer;
    private final String name;
    // the prefix must be unlikely to repeat, but need not be secret; creating a SecureRandom takes 10 ms
    private final String prefix =
            "plimsoll-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
    private final AtomicLong lastNumber = new AtomicLong();
    private final PendingRequests<OwnRequest> open = new PendingRequests<>(Integer.MAX_VALUE);
    private volatile @Nullable RefusedException noResponseReason;
    private volatile boolean isClosed;

    /** @param name the name of the peer in messages */
    OwnRequests(Peer peer, String name) {
        this.peer = peer;
        this.name = name;
    }

    /**
     * A pending request.
     *
     * @param future the peer's result; null for an error or if the peer has closed
     */
    record OwnRequest(Slice id, CompletableFuture<@Nullable Slice> future) {}

    /**
     * Sends a request. It stays pending until it is answered or canceled.
     *
     * @throws IOException if the peer has closed
     */
    OwnRequest send(String method, Slice params) throws IOException {
        String id = prefix + lastNumber.incrementAndGet();
        OwnRequest ownRequest = new OwnRequest(new ByteSink().string(id).slice(), new CompletableFuture<>());
        var _ = open.add(ownRequest.id, ownRequest);
        var _ = ownRequest.future.whenComplete((result, failure) -> open.remove(ownRequest.id, ownRequest));
        if (isClosed) {
            ownRequest.future.cancel(false);
            throw new IOException("the peer has closed");
        }
        try {
            peer.send(Message.request(ownRequest.id, method, params));
        } catch (IOException e) {
            ownRequest.future.cancel(false);
            throw e;
        }
        return ownRequest;
    }

    /**
     * Sends a request and waits up to 30 seconds for its result. Returns null if there is none: an error, a closed peer, or a
     * timeout.
     */
    @Nullable Slice sendAndWait(String method, Slice params) {
        try {
            return send(method, params)
                    .future
                    .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .get();
        } catch (ExecutionException e) {
            noResponseReason = FailureResponses.timeout(name, TIMEOUT_SECONDS);
            return null;
        } catch (IOException e) {
            if (noResponseReason == null) {
                noResponseReason = FailureResponses.unavailable(name, "it has closed");
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Returns whether this is the response to one of these requests, and completes that request. */
    boolean accept(Message response) {
        Slice id = response.id();
        if (id == null || id.length() < prefix.length() || id.length() > prefix.length() + 22) {
            return false;
        }
        String idText = id.sub(1, id.length() - 1).utf8();
        OwnRequest ownRequest = open.remove(id);
        if (ownRequest != null) {
            noResponseReason = null;
            ownRequest.future.complete(response.result());
        }
        return idText.startsWith(prefix);
    }

    /** Returns why the last request got no response at all; null if it got one, even an error. */
    @Nullable RefusedException noResponseReason() {
        return noResponseReason;
    }

    /** Ends all pending requests, and rejects later ones. */
    void close(RefusedException why) {
        noResponseReason = why;
        isClosed = true;
        open.removeAll().forEach(ownRequest -> ownRequest.future.complete(null));
    }

    /** Gives up the requests that have been pending longer than {@code timeout}. */
    void expire(Duration timeout) {
        long oldestNanos = System.nanoTime() - timeout.toNanos();
        for (OwnRequest ownRequest : open.removeSilentSince(oldestNanos)) {
            noResponseReason = FailureResponses.timeout(name, timeout.toSeconds());
            ownRequest.future.complete(null);
        }
    }
}
