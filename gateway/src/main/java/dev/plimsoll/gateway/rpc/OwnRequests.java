package dev.plimsoll.gateway.rpc;

import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests that the gateway itself makes, with IDs that no other request has. The requests go either to a peer, whose
 * responses must be passed to {@link #accept}, or to a {@link RequestTarget}, which sends a response to each request.
 * Thread-safe.
 */
public final class OwnRequests {

    private final Sender sender;
    private final int limit;
    private final RequestIds ids;
    private final LongSupplier nanoClock;
    private final PendingRequests<OwnRequest> pendingRequests;
    private volatile @Nullable Supplier<? extends IOException> closeReason;

    /**
     * Sends a message. A target passes the response to {@code requester}; a sender to a peer ignores {@code requester}.
     */
    @FunctionalInterface
    private interface Sender {
        void send(Message message, Peer requester) throws IOException;
    }

    /** The part of the gateway that makes a request, for targets that treat requests differently. */
    public enum Origin {
        GATEWAY,
        /** A program, which gets whole results. */
        PROGRAM,
        /** A program whose requests must not be answered from the response cache. */
        FRESH_PROGRAM,
        /** The list of the tools for the operator. */
        INVENTORY
    }

    /** Creates an instance for requests to a peer, whose responses must be passed to {@link #accept}. */
    public OwnRequests(Peer peer) {
        this(peer, Integer.MAX_VALUE);
    }

    /** @param limit the most requests that can be pending at the same time */
    public OwnRequests(Peer peer, int limit) {
        this((message, requester) -> peer.send(message), RequestIds.unique(), limit, System::nanoTime);
    }

    OwnRequests(Peer peer, LongSupplier nanoClock) {
        this((message, requester) -> peer.send(message), RequestIds.unique(), Integer.MAX_VALUE, nanoClock);
    }

    private OwnRequests(Sender sender, RequestIds ids, int limit, LongSupplier nanoClock) {
        this.sender = sender;
        this.ids = ids;
        this.limit = limit;
        this.nanoClock = nanoClock;
        this.pendingRequests = new PendingRequests<>(limit, nanoClock);
    }

    /** Returns an instance for requests to a peer to which nobody else sends requests. Their ids are numbers. */
    public static OwnRequests numbered(Peer peer) {
        return new OwnRequests(
                (message, requester) -> peer.send(message), RequestIds.numbers(), Integer.MAX_VALUE, System::nanoTime);
    }

    /** Returns an instance for requests to a target. */
    public static OwnRequests to(RequestTarget target) {
        return new OwnRequests(
                (message, requester) -> target.handle(ReceivedMessages.of(message), requester),
                RequestIds.unique(),
                Integer.MAX_VALUE,
                System::nanoTime);
    }

    /**
     * A request. It is pending until its response completes, fails, or is cancelled.
     *
     * @param response the response; fails with an {@link IOException} if there will be no response, and is
     *     cancelled if nobody needs it any more
     */
    public record OwnRequest(Slice id, CompletableFuture<Message> response) {

        /** Waits for the response. Returns null if there is none until the deadline, or if the request fails. */
        public @Nullable Message await(long deadlineNanos) {
            try {
                return response.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException | CancellationException e) {
                return null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
    }

    /**
     * Sends a request.
     *
     * @throws IOException if the peer has closed, or too many requests are pending
     */
    public OwnRequest send(String method, Slice params) throws IOException {
        return send(method, params, Origin.GATEWAY);
    }

    /**
     * Sends a request.
     *
     * @throws IOException if the peer has closed, or too many requests are pending
     */
    public OwnRequest send(String method, Slice params, Origin origin) throws IOException {
        return send(Message.request(ids.next(), method, params), origin);
    }

    /**
     * Sends a request that belongs to a request of the peer.
     *
     * @throws IOException if the peer has closed, or too many requests are pending
     */
    public OwnRequest sendDuring(Slice peerRequestId, String method, Slice params) throws IOException {
        return send(Message.request(ids.next(), method, params).withRelatedRequest(peerRequestId), Origin.GATEWAY);
    }

    /**
     * Sends a request that already has an ID. Only works with a target: {@link #accept} does not know the ID.
     *
     * @throws IOException if the target has closed, or a request with this id is pending
     */
    public OwnRequest send(Message request) throws IOException {
        return send(request, Origin.GATEWAY);
    }

    private OwnRequest send(Message request, Origin origin) throws IOException {
        Slice id = Objects.requireNonNull(request.id(), "id");
        OwnRequest ownRequest = new OwnRequest(id, new CompletableFuture<>());
        if (!pendingRequests.add(id, ownRequest)) {
            throw new IOException("more than " + limit + " requests are pending, or one has this id");
        }
        var _ = ownRequest.response.whenComplete((response, failure) -> pendingRequests.remove(id, ownRequest));
        try {
            throwIfClosed();
            sender.send(request, new ResponseReceiver(ownRequest, origin));
            return ownRequest;
        } catch (IOException e) {
            ownRequest.response.cancel(false);
            throw e;
        }
    }

    /** Sends a request whose response is ignored. */
    public void sendIgnoringResponse(String method, Slice params) throws IOException {
        throwIfClosed();
        sender.send(Message.request(ids.next(), method, params), response -> {});
    }

    private void throwIfClosed() throws IOException {
        Supplier<? extends IOException> reason = closeReason;
        if (reason != null) {
            throw reason.get();
        }
    }

    /**
     * Completes the request that a response belongs to. Returns whether it is one of these requests, even if
     * it is no longer pending.
     */
    public boolean accept(Message response) {
        Slice id = response.id();
        if (id == null || !ids.contains(id)) {
            return false;
        }
        OwnRequest ownRequest = pendingRequests.remove(id);
        if (ownRequest != null) {
            ownRequest.response.complete(response);
        }
        return true;
    }

    /**
     * Ends the request with this ID without a response. Returns whether it is one of these requests, even if
     * it is no longer pending.
     */
    public boolean fail(Slice id, IOException why) {
        OwnRequest ownRequest = ids.contains(id) ? pendingRequests.remove(id) : null;
        if (ownRequest != null) {
            ownRequest.response.completeExceptionally(why);
        }
        return ids.contains(id);
    }

    /** Ends all pending requests without a response. */
    public void failAll(IOException why) {
        pendingRequests.removeAll().forEach(ownRequest -> ownRequest.response.completeExceptionally(why));
    }

    /**
     * Ends all pending requests, and rejects later ones.
     *
     * @param why creates the exception for each request; most sessions end without any
     */
    public void close(Supplier<? extends IOException> why) {
        closeReason = why;
        pendingRequests.removeAll().forEach(ownRequest -> ownRequest.response.completeExceptionally(why.get()));
    }

    /** Ends the requests that have been pending longer than {@code timeout}. */
    public void failOverdue(Duration timeout, IOException why) {
        pendingRequests
                .removeSilentSince(nanoClock.getAsLong() - timeout.toNanos())
                .forEach(ownRequest -> ownRequest.response.completeExceptionally(why));
    }

    /** Cancels all pending requests, and rejects later ones. */
    public void cancelAll(String reason) {
        closeReason = () -> new IOException(reason);
        for (OwnRequest ownRequest : pendingRequests.removeAll()) {
            try {
                sender.send(Message.cancellation(ownRequest.id, reason), response -> {});
            } catch (IOException e) {
                // the peer has closed, which ends the request too
            }
            ownRequest.response.cancel(false);
        }
    }

    /** Receives the response to one request from a target. */
    private final class ResponseReceiver implements Peer {

        private final OwnRequest ownRequest;
        private final Origin origin;

        ResponseReceiver(OwnRequest ownRequest, Origin origin) {
            this.ownRequest = ownRequest;
            this.origin = origin;
        }

        @Override
        public void send(Message message) {
            if (message.isResponse() && pendingRequests.remove(ownRequest.id, ownRequest)) {
                ownRequest.response.complete(message);
            }
        }

        @Override
        public boolean isProgram() {
            return origin == Origin.PROGRAM || origin == Origin.FRESH_PROGRAM;
        }

        @Override
        public boolean needsFreshResults() {
            return origin == Origin.FRESH_PROGRAM;
        }

        @Override
        public boolean isInventory() {
            return origin == Origin.INVENTORY;
        }

        @Override
        public void onCancelled() {
            ownRequest.response.cancel(false);
        }
    }
}
