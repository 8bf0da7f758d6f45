package dev.plimsoll.call;

/**
 * Runner of work that needs much processor time or memory: large results, queries, searches, and outlines. A host with many callers
 * can run it on threads of its own, so that other calls need not wait for it.
 */
@FunctionalInterface
public interface HeavyWork {

    /** Runs the work on the calling thread. */
    HeavyWork INLINE = (holder, bytes, work) -> work.run();

    /**
     * Runs the work, and returns when it is done. Throws any exception that the work throws. Work may run
     * other heavy work, which then is a part of the same work.
     *
     * @param holder for whom the work is done: {@link CallerSettings#holder()}, or the caller if that is
     *     empty
     * @param bytes the size of the received result that stays in memory until the work is done; 0 if it has
     *     none
     * @throws dev.plimsoll.model.RefusedException if the work could not begin in time; its message says why
     */
    void run(String holder, long bytes, Runnable work);
}
