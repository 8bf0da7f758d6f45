package dev.plimsoll.gateway.saved;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Subscription of one client to one view. It reports each change that it observes. */
final class ViewSubscription {

    private final String caller;
    private final String name;
    private final Runnable onChange;
    private final AtomicInteger unsentCount = new AtomicInteger();
    private ObservedState lastState;

    /**
     * State of a view when the subscription last checked it.
     *
     * @param isPresent whether the view exists
     */
    record ObservedState(boolean isPresent, ViewState state) {}

    /** @param onChange sends a notification; may block while the client does not read */
    ViewSubscription(SavedView view, ObservedState state, Runnable onChange) {
        this.caller = view.owner().caller();
        this.name = view.name();
        this.lastState = state;
        this.onChange = onChange;
    }

    String caller() {
        return caller;
    }

    String name() {
        return name;
    }

    /**
     * Checks the view, and reports a change since the last check. The first value that becomes known is not a change.
     */
    void check(Supplier<ObservedState> stateReader) {
        synchronized (this) {
            // reads the state inside the lock, so that no thread reports a state older than the last one
            ObservedState newState = stateReader.get();
            boolean isFirstValue = lastState.isPresent()
                    && newState.isPresent()
                    && lastState.state().equals(ViewState.UNKNOWN);
            boolean isSame = newState.equals(lastState);
            lastState = newState;
            if (isSame || isFirstValue) {
                return;
            }
        }
        // on another thread, so that a client that does not read delays no results of other callers
        if (unsentCount.getAndIncrement() == 0) {
            Thread.ofVirtual().name("plimsoll-saved-notice").start(this::send);
        }
    }

    private void send() {
        do {
            onChange.run();
        } while (unsentCount.decrementAndGet() > 0);
    }
}
