package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A {@code subscriptions/listen} request that stays open. To change it, a new request is sent before the old one is canceled,
 * so no notification is lost. If the request breaks, it is sent again.
 */
final class ChangeSubscription {

    private static final long FIRST_PAUSE_MILLIS = 1_000;
    private static final int MOST_DOUBLINGS = 6;

    private final Line line;
    private final String prefix;
    private long number;
    private @Nullable Slice wanted;
    private @Nullable Slice current;
    private @Nullable Slice next;
    private int failures;
    private boolean closed;

    /** Sends requests to the server. Implementations must not block, because a lock is held: they send on another thread. */
    interface Line {

        /** Sends the request. */
        void listen(Slice id, Slice notifications);

        /** Cancels the request. */
        void cancel(Slice id);
    }

    /** @param name a unique name on this connection */
    ChangeSubscription(Line line, String name) {
        this.line = line;
        this.prefix = "plimsoll-hears-" + name + "-";
    }

    /** Subscribes to these notifications, in place of the former ones. */
    synchronized void listen(Slice notifications) {
        Slice before = next;
        wanted = notifications;
        if (closed) {
            return;
        }
        Slice id = new ByteSink().string(prefix + ++number).slice();
        next = id;
        if (before != null) {
            line.cancel(before);
        }
        line.listen(id, notifications);
    }

    /** Ends the subscription. */
    synchronized void end() {
        wanted = null;
        for (Slice id : new Slice[] {current, next}) {
            if (id != null) {
                line.cancel(id);
            }
        }
        current = null;
        next = null;
    }

    /**
     * Handles an acknowledgment. Returns whether it is the expected one. Its request becomes the current one, and the former
     * one is canceled.
     */
    synchronized boolean acknowledged(Slice id) {
        if (!same(id, next)) {
            if (!same(id, current) && RequestId.key(id).startsWith('"' + prefix)) {
                // it was canceled before the server received it
                line.cancel(id);
            }
            return false;
        }
        Slice before = current;
        current = next;
        next = null;
        failures = 0;
        if (before != null) {
            line.cancel(before);
        }
        return true;
    }

    synchronized boolean hears(Slice id) {
        return same(id, current) || same(id, next);
    }

    /**
     * Handles the end of a request. Returns whether it was one of these. If notifications are still wanted, it is sent again
     * after a pause.
     */
    synchronized boolean ended(Slice id) {
        if (same(id, current)) {
            current = null;
        } else if (same(id, next)) {
            next = null;
        } else {
            return RequestId.key(id).startsWith('"' + prefix);
        }
        if (current == null && next == null && wanted != null && !closed) {
            long pause = FIRST_PAUSE_MILLIS << Math.min(failures++, MOST_DOUBLINGS);
            CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS, Thread::startVirtualThread)
                    .execute(this::again);
        }
        return true;
    }

    private synchronized void again() {
        Slice notifications = wanted;
        if (notifications != null && current == null && next == null) {
            listen(notifications);
        }
    }

    private static boolean same(Slice id, @Nullable Slice known) {
        return known != null && RequestId.key(id).equals(RequestId.key(known));
    }

    synchronized void close() {
        closed = true;
    }
}
