package dev.plimsoll.gateway.cache;

import dev.plimsoll.cache.Form;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A call on its way, for which others wait that say the same. None of them holds a thread meanwhile. */
public final class Flight {

    private final Form form;
    private final long mark;
    private final CompletableFuture<Landing> landing = new CompletableFuture<>();

    /** @param mark when it began, in the order of drops */
    Flight(Form form, long mark) {
        this.form = form;
        this.mark = mark;
    }

    long mark() {
        return mark;
    }

    /** What its result may hold. */
    Form form() {
        return form;
    }

    /** Tells of its end, once and each in a thread of its own: nobody who is slow keeps the others waiting. */
    public void then(Consumer<Landing> told) {
        var _ = landing.whenCompleteAsync((how, never) -> told.accept(how), Thread::startVirtualThread);
    }

    void ends(Landing how) {
        landing.complete(how);
    }
}
