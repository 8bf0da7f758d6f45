package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.ResultForm;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A call on its way, for which others wait that say the same. None of them holds a thread meanwhile. */
public final class CoalescedCall {

    private final ResultForm resultForm;
    private final long mark;
    private final CompletableFuture<CoalescedResult> landing = new CompletableFuture<>();

    /** @param mark when it began, in the order of drops */
    CoalescedCall(ResultForm resultForm, long mark) {
        this.resultForm = resultForm;
        this.mark = mark;
    }

    long mark() {
        return mark;
    }

    /** What its result may hold. */
    ResultForm form() {
        return resultForm;
    }

    /** Tells of its end, once and each in a thread of its own: nobody who is slow keeps the others waiting. */
    public void then(Consumer<CoalescedResult> told) {
        var _ = landing.whenCompleteAsync((how, never) -> told.accept(how), Thread::startVirtualThread);
    }

    void ends(CoalescedResult how) {
        landing.complete(how);
    }
}
