package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.cache.CoalescedResult;
import dev.plimsoll.gateway.proxy.PendingRequests.Waiting;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Requests that are not sent to the server yet: a worker decides them, or they wait for the end of an equal call. */
final class DeferredRequests {

    private static final CoalescedResult NEVER = new CoalescedResult.Unshared(false);

    /** Requests that a worker is deciding; the value is true if the client has canceled the request. */
    private final Map<String, Boolean> undecided = new ConcurrentHashMap<>();

    private final Map<String, Follower> followers = new ConcurrentHashMap<>();
    private final WorkerPool workerPool;

    DeferredRequests(WorkerPool workerPool) {
        this.workerPool = workerPool;
    }

    /** A request that waits for an equal call. The first thread that takes it continues it. */
    private record Follower(
            Waiting waiting, Consumer<CoalescedResult> landed, ProgressNotifier progress, AtomicBoolean over) {

        boolean taken() {
            boolean first = over.compareAndSet(false, true);
            if (first) {
                progress.close();
            }
            return first;
        }
    }

    /** Has a worker decide a request. If the client cancels it before that, the decision is discarded. */
    void decide(Message request, Peer reply, Supplier<RequestAction> decision, Consumer<RequestAction> onDecided) {
        String key = RequestId.key(Objects.requireNonNull(request.id()));
        undecided.put(key, false);
        workerPool.run(() -> {
            RequestAction requestAction = decision.get();
            if (Boolean.TRUE.equals(undecided.remove(key))) {
                RequestAction.discard(requestAction);
                reply.onCancelled();
            } else {
                onDecided.accept(requestAction);
            }
        });
    }

    /**
     * Waits for the end of an equal call, without a thread.
     *
     * @param progressNotifier reports progress until the wait ends
     * @param onAction receives the action after the wait
     */
    void join(
            Message request,
            RequestAction.Joined coalesced,
            ProgressNotifier progressNotifier,
            Peer reply,
            Consumer<RequestAction> onAction) {
        String key = RequestId.key(Objects.requireNonNull(request.id()));
        Follower follower = new Follower(
                Waiting.of(request, reply, null),
                result -> onAction.accept(
                        new RequestAction.Later(() -> coalesced.landed().apply(result))),
                progressNotifier,
                new AtomicBoolean());
        followers.put(key, follower);
        coalesced.flight().onResult(result -> {
            if (follower.taken()) {
                followers.remove(key, follower);
                follower.landed().accept(result);
            }
        });
    }

    /** Cancels a request. Returns it if it waited only for an equal call, or null. */
    @Nullable Waiting cancel(Slice id) {
        String key = RequestId.key(id);
        undecided.computeIfPresent(key, (anyKey, cancelled) -> true);
        Follower follower = followers.remove(key);
        return follower != null && follower.taken() ? follower.waiting() : null;
    }

    /** Cancels all requests that wait for equal calls. */
    void cancelAll() {
        taken(follower -> true).forEach(follower -> follower.waiting().reply().onCancelled());
    }

    /** Ends the wait of requests that have waited longer than {@code timeout}; they continue on their own. */
    void expire(Duration timeout) {
        long limit = System.nanoTime() - timeout.toNanos();
        taken(follower -> follower.waiting().sinceNanos() - limit < 0)
                .forEach(follower -> follower.landed().accept(NEVER));
    }

    /** Ends the wait of all requests; they continue on their own. */
    void end() {
        taken(follower -> true).forEach(follower -> follower.landed().accept(NEVER));
    }

    private List<Follower> taken(Predicate<Follower> filter) {
        List<Follower> taken = new ArrayList<>();
        followers.values().removeIf(follower -> filter.test(follower) && follower.taken() && taken.add(follower));
        return taken;
    }

    boolean isEmpty() {
        return followers.isEmpty();
    }
}
