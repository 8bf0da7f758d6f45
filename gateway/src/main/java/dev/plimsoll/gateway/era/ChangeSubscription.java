package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.RequestId;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A long request to hear of changes. What it asks for is changed by making another before the first is given up, so that nothing
 * is missed; one that breaks is made again.
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

    /** The way to the server; what is sent on it may wait, and so does not while this is called. */
    interface Line {

        /** Makes the request. */
        void listen(Slice id, Slice notifications);

        /** Gives it up. */
        void cancel(Slice id);
    }

    /** @param name that no other on this line has */
    ChangeSubscription(Line line, String name) {
        this.line = line;
        this.prefix = "plimsoll-hears-" + name + "-";
    }

    /** Asks to hear of this from now on, in place of what was asked for before. */
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

    /** Wants to hear of nothing more. */
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

    /** Whether it is the one that was waited for: from now on it is heard, and the one before is not. */
    synchronized boolean acknowledged(Slice id) {
        if (!same(id, next)) {
            if (!same(id, current) && RequestId.key(id).startsWith('"' + prefix)) {
                // it was given up before the server had it
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

    /** Whether it was one of these. What is still wanted is asked for again after a while. */
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
        Slice what = wanted;
        if (what != null && current == null && next == null) {
            listen(what);
        }
    }

    private static boolean same(Slice id, @Nullable Slice known) {
        return known != null && RequestId.key(id).equals(RequestId.key(known));
    }

    synchronized void close() {
        closed = true;
    }
}
