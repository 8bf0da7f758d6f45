package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Requests that the gateway itself sends to a peer, with ids that no other request has. Thread-safe. */
public final class OwnRequests {

    private static final int MAX_NUMBER_DIGITS = 20;

    private final Peer peer;
    // the prefix must be unlikely to repeat, but need not be secret; creating a SecureRandom takes 10 ms
    private final String prefix =
            "plimsoll-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + "-";
    private final AtomicLong lastNumber = new AtomicLong();
    private final LongSupplier nanoClock;
    private final PendingRequests<OwnRequest> pendingRequests;
    private volatile @Nullable IOException closeReason;

    public OwnRequests(Peer peer) {
        this(peer, System::nanoTime);
    }

    OwnRequests(Peer peer, LongSupplier nanoClock) {
        this.peer = peer;
        this.nanoClock = nanoClock;
        this.pendingRequests = new PendingRequests<>(Integer.MAX_VALUE, nanoClock);
    }

    /**
     * A request. It is pending until its response is completed, by whatever means.
     *
     * @param response fails with an {@link IOException} if there will be none
     */
    public record OwnRequest(Slice id, CompletableFuture<Message> response) {}

    /**
     * Sends a request.
     *
     * @throws IOException if the peer has closed
     */
    public OwnRequest send(String method, Slice params) throws IOException {
        Slice id = new ByteSink().string(prefix + lastNumber.incrementAndGet()).slice();
        OwnRequest ownRequest = new OwnRequest(id, new CompletableFuture<>());
        var _ = pendingRequests.add(id, ownRequest);
        var _ = ownRequest.response.whenComplete((response, failure) -> pendingRequests.remove(id, ownRequest));
        try {
            IOException reason = closeReason;
            if (reason != null) {
                throw reason;
            }
            peer.send(Message.request(id, method, params));
            return ownRequest;
        } catch (IOException e) {
            ownRequest.response.cancel(false);
            throw e;
        }
    }

    /** Returns whether this is the response to one of these requests, and completes that request. */
    public boolean accept(Message response) {
        Slice id = response.id();
        OwnRequest ownRequest = id == null || !isOwn(id) ? null : pendingRequests.remove(id);
        if (ownRequest != null) {
            ownRequest.response.complete(response);
        }
        return id != null && isOwn(id);
    }

    private boolean isOwn(Slice id) {
        boolean canBeOwn = id.length() > prefix.length() && id.length() <= prefix.length() + 2 + MAX_NUMBER_DIGITS;
        return canBeOwn && id.sub(1, id.length() - 1).utf8().startsWith(prefix);
    }

    /** Ends the request with this id without a response. Does nothing if it is not pending. */
    public void fail(Slice id, IOException why) {
        OwnRequest ownRequest = pendingRequests.remove(id);
        if (ownRequest != null) {
            ownRequest.response.completeExceptionally(why);
        }
    }

    /** Ends all pending requests, and rejects later ones. */
    public void close(IOException why) {
        closeReason = why;
        pendingRequests.removeAll().forEach(ownRequest -> ownRequest.response.completeExceptionally(why));
    }

    /** Gives up the requests that have been pending longer than {@code timeout}. */
    public void expire(Duration timeout, IOException why) {
        pendingRequests
                .removeSilentSince(nanoClock.getAsLong() - timeout.toNanos())
                .forEach(ownRequest -> ownRequest.response.completeExceptionally(why));
    }
}
