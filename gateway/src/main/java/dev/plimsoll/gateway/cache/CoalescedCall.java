package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.ResultForm;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A running call for which equal calls wait. Waiting takes no thread. */
public final class CoalescedCall {

    private final ResultForm resultForm;
    private final long mark;
    private final CompletableFuture<CoalescedResult> landing = new CompletableFuture<>();

    /** @param mark position in the order of drops when the call began */
    CoalescedCall(ResultForm resultForm, long mark) {
        this.resultForm = resultForm;
        this.mark = mark;
    }

    long mark() {
        return mark;
    }

    /** Returns the form that the result may have. */
    ResultForm form() {
        return resultForm;
    }

    /**
     * Registers a callback for the end of the call. It runs once, on a thread of its own, so that a slow callback
     * delays no other.
     */
    public void then(Consumer<CoalescedResult> listener) {
        var _ = landing.whenCompleteAsync((end, failure) -> listener.accept(end), Thread::startVirtualThread);
    }

    void ends(CoalescedResult end) {
        landing.complete(end);
    }
}
