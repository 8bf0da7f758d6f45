package dev.plimsoll.gateway.upstream;

/**
 * The thread of somebody who can do nothing but wait for an answer: whoever fetches the answer may use it, which spares two
 * changes of threads. It is lent once; what is fetched besides takes threads of its own.
 */
public final class Lent {

    private static final ScopedValue<Lent> THREAD = ScopedValue.newInstance();

    private final Runnable longer;
    private boolean taken;

    private Lent(Runnable longer) {
        this.longer = longer;
    }

    /**
     * Lends this thread while something is said.
     *
     * @param longer run when the thread will be in use for longer than it takes to fetch one answer, maybe several times
     */
    public static void during(Runnable saying, Runnable longer) {
        ScopedValue.where(THREAD, new Lent(longer)).run(saying);
    }

    /** Fetches something in this thread, if it is lent, else in another. */
    public static void fetch(Runnable fetching) {
        Lent lent = THREAD.isBound() ? THREAD.get() : null;
        if (lent == null || lent.taken) {
            Thread.startVirtualThread(fetching);
        } else {
            lent.taken = true;
            fetching.run();
        }
    }

    /** Whether this thread fetches something for the one who lent it: nobody else waits for it. */
    public static boolean isUsed() {
        return THREAD.isBound() && THREAD.get().taken;
    }

    /** Whoever fetches says: this may take longer. */
    public static void keep() {
        if (THREAD.isBound()) {
            THREAD.get().longer.run();
        }
    }
}
