package dev.plimsoll.gateway.saved;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Subscription of one client to one view. It reports each change of the view that it sees. */
final class ViewSubscription {

    private final String caller;
    private final String name;
    private final Runnable onChange;
    private final AtomicInteger unsent = new AtomicInteger();
    private Seen seen;

    /**
     * A view as its subscription has last seen it.
     *
     * @param exists whether the view exists
     */
    record Seen(boolean exists, ViewState state) {}

    /** @param onChange sends a notification; may block while the client does not read */
    ViewSubscription(SavedView view, Seen seen, Runnable onChange) {
        this.caller = view.owner().caller();
        this.name = view.name();
        this.seen = seen;
        this.onChange = onChange;
    }

    String caller() {
        return caller;
    }

    String name() {
        return name;
    }

    /**
     * Looks at the view, and reports a change if it is not as it was. The first value that becomes known is not a
     * change.
     */
    void update(Supplier<Seen> look) {
        synchronized (this) {
            // looked at inside the lock: of two threads, the one that comes later must not report an earlier state
            Seen now = look.get();
            boolean isFirstValue = seen.exists() && now.exists() && seen.state().equals(ViewState.UNKNOWN);
            boolean isSame = now.equals(seen);
            seen = now;
            if (isSame || isFirstValue) {
                return;
            }
        }
        // on another thread: a client that does not read must not delay the results of others
        if (unsent.getAndIncrement() == 0) {
            Thread.ofVirtual().name("plimsoll-saved-notice").start(this::send);
        }
    }

    private void send() {
        do {
            onChange.run();
        } while (unsent.decrementAndGet() > 0);
    }
}
