package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.cache.CoalescedResult;
import dev.plimsoll.gateway.proxy.request.PendingRequest;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are not sent to the server yet, because a worker still decides what happens to them, or because they
 * wait for an equal call.
 */
final class DeferredRequests {

    private static final CoalescedResult NOT_SHARED = new CoalescedResult.Unshared(false);

    /** Requests that a worker decides at the moment, and that the client has not cancelled. */
    private final PendingRequests<Supplier<RequestAction>> undecided = new PendingRequests<>(Integer.MAX_VALUE);

    private final PendingRequests<Follower> followers = new PendingRequests<>(Integer.MAX_VALUE);
    private final WorkerPool workerPool;

    DeferredRequests(WorkerPool workerPool) {
        this.workerPool = workerPool;
    }

    /**
     * A request that waits for an equal call. Several threads may end the wait; only the thread whose {@code
     * tryTake} returns true continues the request.
     */
    private record Follower(
            PendingRequest request,
            Consumer<CoalescedResult> onResult,
            ProgressNotifier progress,
            AtomicBoolean isTaken) {

        boolean tryTake() {
            boolean isFirst = isTaken.compareAndSet(false, true);
            if (isFirst) {
                progress.close();
            }
            return isFirst;
        }
    }

    /** Lets a worker decide a request. If the client cancels it before that, the decision is discarded. */
    void decide(Message request, Peer requester, Supplier<RequestAction> decision, Consumer<RequestAction> onDecided) {
        Slice id = Objects.requireNonNull(request.id());
        boolean isAdded = undecided.add(id, decision);
        workerPool.run(() -> {
            RequestAction requestAction = decision.get();
            if (isAdded && !undecided.remove(id, decision)) {
                RequestAction.discard(requestAction);
                requester.onCancelled();
            } else {
                onDecided.accept(requestAction);
            }
        });
    }

    /**
     * Lets a request wait for the end of an equal call. No thread waits.
     *
     * @param progressNotifier reports progress until the wait ends
     * @param onAction receives the action after the wait
     */
    void waitForEqualCall(
            Message request,
            RequestAction.Coalesced coalesced,
            ProgressNotifier progressNotifier,
            Peer requester,
            Consumer<RequestAction> onAction) {
        Follower follower = new Follower(
                PendingRequest.of(request, requester, null),
                result -> onAction.accept(
                        new RequestAction.Deferred(() -> coalesced.onResult().apply(result))),
                progressNotifier,
                new AtomicBoolean());
        var _ = followers.add(request, follower);
        coalesced.call().onResult(result -> {
            if (follower.tryTake()) {
                var _ = followers.remove(follower.request().id(), follower);
                follower.onResult().accept(result);
            }
        });
    }

    /** Cancels a request. Returns the request if it was waiting for an equal call, else null. */
    @Nullable PendingRequest cancel(Slice id) {
        var _ = undecided.cancel(id);
        Follower follower = followers.cancel(id);
        return follower != null && follower.tryTake() ? follower.request() : null;
    }

    /** Cancels all requests that wait for equal calls. */
    void cancelAll() {
        takeAll(followers.removeAll())
                .forEach(follower -> follower.request().requester().onCancelled());
    }

    /**
     * Ends the wait of requests that have waited longer than {@code timeout} for an equal call. Each of them is
     * then sent to the server.
     */
    void endLongWaits(Duration timeout) {
        long oldestNanos = System.nanoTime() - timeout.toNanos();
        takeAll(followers.removeSilentSince(oldestNanos))
                .forEach(follower -> follower.onResult().accept(NOT_SHARED));
    }

    /** Ends the wait of all requests that wait for an equal call. Each of them is then sent to the server. */
    void endAllWaits() {
        takeAll(followers.removeAll()).forEach(follower -> follower.onResult().accept(NOT_SHARED));
    }

    /** Takes the removed requests that no other thread continues, and returns them. */
    private static List<Follower> takeAll(List<Follower> removed) {
        return removed.isEmpty()
                ? removed
                : removed.stream().filter(Follower::tryTake).toList();
    }

    /** Returns whether a request waits for an equal call. Requests that a worker still decides do not count. */
    boolean hasFollowers() {
        return !followers.isEmpty();
    }
}
