package dev.plimsoll.gateway.era.legacy;

import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.gateway.rpc.RequestIds;
import dev.plimsoll.json.Slice;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@code subscriptions/listen} request that stays open. To change it, a new request is sent before the old one is
 * canceled, so no notification is lost. If the request breaks, it is sent again.
 */
final class ChangeSubscription {

    private static final long FIRST_PAUSE_MILLIS = 1_000;
    private static final int MAX_DOUBLINGS = 6;

    private final RequestSender requestSender;
    private final RequestIds ids = RequestIds.unique();
    private @Nullable Slice wantedNotifications;
    private @Nullable Slice currentId;
    private @Nullable Slice nextId;
    private int failureCount;
    private boolean isClosed;

    /**
     * Sends requests to the server. Implementations must not block, because a lock is held: they send on another
     * thread.
     */
    interface RequestSender {

        /** Sends the request. */
        void listen(Slice id, Slice notifications);

        /** Cancels the request. */
        void cancel(Slice id);
    }

    ChangeSubscription(RequestSender requestSender) {
        this.requestSender = requestSender;
    }

    /** Subscribes to these notifications, in place of the former ones. */
    synchronized void listen(Slice notifications) {
        Slice supersededId = nextId;
        wantedNotifications = notifications;
        if (isClosed) {
            return;
        }
        Slice id = ids.next();
        nextId = id;
        if (supersededId != null) {
            requestSender.cancel(supersededId);
        }
        requestSender.listen(id, notifications);
    }

    /** Ends the subscription. */
    synchronized void end() {
        wantedNotifications = null;
        for (Slice id : new Slice[] {currentId, nextId}) {
            if (id != null) {
                requestSender.cancel(id);
            }
        }
        currentId = null;
        nextId = null;
    }

    /**
     * Handles an acknowledgment. Returns whether it is the expected one. If so, its request becomes the current one,
     * and the former request is canceled.
     */
    synchronized boolean onAcknowledged(Slice id) {
        if (!isSameId(id, nextId)) {
            if (!isSameId(id, currentId) && ids.contains(id)) {
                // the server has received this request only after its cancellation, so it is canceled again
                requestSender.cancel(id);
            }
            return false;
        }
        Slice formerId = currentId;
        currentId = nextId;
        nextId = null;
        failureCount = 0;
        if (formerId != null) {
            requestSender.cancel(formerId);
        }
        return true;
    }

    synchronized boolean isOpenRequest(Slice id) {
        return isSameId(id, currentId) || isSameId(id, nextId);
    }

    /** Returns whether a request waits for its acknowledgment. */
    synchronized boolean isPending() {
        return nextId != null;
    }

    /**
     * Handles the end of a request. Returns whether the request belongs to this subscription, now or
     * formerly. If no request is open then, but notifications are still wanted, a new request is sent after a
     * pause.
     */
    synchronized boolean onEnded(Slice id) {
        if (isSameId(id, currentId)) {
            currentId = null;
        } else if (isSameId(id, nextId)) {
            nextId = null;
        } else {
            return ids.contains(id);
        }
        if (currentId == null && nextId == null && wantedNotifications != null && !isClosed) {
            long pauseMillis = FIRST_PAUSE_MILLIS << Math.min(failureCount++, MAX_DOUBLINGS);
            CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS, Thread::startVirtualThread)
                    .execute(this::resubscribe);
        }
        return true;
    }

    private synchronized void resubscribe() {
        Slice notifications = wantedNotifications;
        if (notifications != null && currentId == null && nextId == null) {
            listen(notifications);
        }
    }

    private static boolean isSameId(Slice id, @Nullable Slice expectedId) {
        return expectedId != null && RequestId.key(id).equals(RequestId.key(expectedId));
    }

    synchronized void close() {
        isClosed = true;
    }
}
