package dev.plimsoll.call;

/**
 * Runs work that needs much processor time: queries, searches, outlines, and answers from large results. A host with many
 * callers can run it on threads of its own, so that other calls need not wait for it.
 */
@FunctionalInterface
public interface HeavyWork {

    /** Runs the work on the calling thread. */
    HeavyWork INLINE = (holder, work) -> work.run();

    /**
     * Runs the work, and returns when it is done. Throws any exception that the work throws.
     *
     * @param holder for whom the work is done: {@link CallerSettings#holder()}, or the caller if that is empty
     * @throws dev.plimsoll.model.RefusedException if the work could not begin in time
     */
    void run(String holder, Runnable work);
}
