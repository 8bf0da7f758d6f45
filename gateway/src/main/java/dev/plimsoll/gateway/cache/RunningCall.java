package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.ResultForm;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A running call for which equal calls wait. Waiting takes no thread. */
public final class RunningCall {

    private final ResultForm resultForm;
    private final long dropMark;
    private final CompletableFuture<CoalescedResult> result = new CompletableFuture<>();

    /**
     * @param dropMark number of the latest drop of stored results when the call began; a later drop also drops the
     * result of the call
     */
    RunningCall(ResultForm resultForm, long dropMark) {
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
     * Registers a callback for the end of the call. The callback runs once, on a separate thread, so that a
     * slow callback does not delay other callbacks.
     */
    public void onResult(Consumer<CoalescedResult> listener) {
        var _ = result.whenCompleteAsync(
                (coalescedResult, failure) -> listener.accept(coalescedResult), Thread::startVirtualThread);
    }

    void complete(CoalescedResult coalescedResult) {
        result.complete(coalescedResult);
    }
}
