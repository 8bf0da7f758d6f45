package dev.plimsoll.call;

/**
 * Executor of work that needs much processor time or memory: large results, queries, searches, and outlines. A host
 * with many callers can use separate threads, so that other calls do not wait for this work.
 */
@FunctionalInterface
public interface HeavyWork {

    /** Runs the work on the calling thread. */
    HeavyWork INLINE = (holder, bytes, work) -> work.run();

    /**
     * Runs the work, and returns when it is done. Throws any exception that the work throws. Work may run
     * other heavy work as a part of itself.
     *
     * @param holder holder whose share the work uses: {@link CallerSettings#holder()}, or the caller if that is
     *     empty
     * @param bytes size of the received result that stays in memory until the work is done; 0 without a result
     * @throws dev.plimsoll.model.RefusedException if the work could not begin in time; its message has the reason
     */
    void run(String holder, long bytes, Runnable work);
}
