package dev.plimsoll.gateway.upstream;

/**
 * The thread of somebody who can do nothing but wait for an answer: whoever fetches the answer may use it, which spares two
 * changes of threads. It is lent once; what is fetched besides takes threads of its own.
 */
public final class CallerThread {

    private static final ScopedValue<CallerThread> THREAD = ScopedValue.newInstance();

    private boolean taken;
    private boolean withheld;

    private CallerThread() {}

    /** Lends this thread while something is said: to fetch one answer, and for nothing that may come after it. */
    public static void during(Runnable saying) {
        ScopedValue.where(THREAD, new CallerThread()).run(saying);
    }

    /** Fetches something in this thread, if it is lent, else in another. */
    public static void fetch(Runnable fetching) {
        CallerThread callerThread = THREAD.isBound() ? THREAD.get() : null;
        if (callerThread == null || callerThread.taken || callerThread.withheld) {
            Thread.startVirtualThread(fetching);
        } else {
            callerThread.taken = true;
            fetching.run();
        }
    }

    /** Keeps this thread from being used: its owner may have to go before the answer is there. */
    public static void withhold() {
        if (THREAD.isBound()) {
            THREAD.get().withheld = true;
        }
    }

    /** Whether this thread fetches something for the one who lent it: nobody else waits for it. */
    public static boolean isUsed() {
        return THREAD.isBound() && THREAD.get().taken;
    }
}
