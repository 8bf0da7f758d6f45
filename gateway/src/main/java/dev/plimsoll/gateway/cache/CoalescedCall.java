package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.ResultForm;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A running call for which equal calls wait. Waiting takes no thread. */
public final class CoalescedCall {

    private final ResultForm resultForm;
    private final long dropMark;
    private final CompletableFuture<CoalescedResult> result = new CompletableFuture<>();

    /** @param dropMark position in the order of drops when the call began */
    CoalescedCall(ResultForm resultForm, long dropMark) {
        this.resultForm = resultForm;
        this.dropMark = dropMark;
    }

    long dropMark() {
        return dropMark;
    }

    /** Returns the form that the result may have. */
    ResultForm form() {
        return resultForm;
    }

    /**
     * Registers a callback for the end of the call. It runs once, on a thread of its own, so that a slow callback
     * delays no other.
     */
    public void onResult(Consumer<CoalescedResult> listener) {
        var _ = result.whenCompleteAsync(
                (coalescedResult, failure) -> listener.accept(coalescedResult), Thread::startVirtualThread);
    }

    void complete(CoalescedResult end) {
        result.complete(end);
    }
}
