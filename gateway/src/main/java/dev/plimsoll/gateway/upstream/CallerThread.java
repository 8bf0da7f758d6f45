package dev.plimsoll.gateway.upstream;

/**
 * Runs an upstream call on the thread that waits for its response, which saves two thread switches. A thread is used
 * for one call; further calls get threads of their own.
 */
public final class CallerThread {

    private static final ScopedValue<CallerThread> THREAD = ScopedValue.newInstance();

    private boolean taken;
    private boolean withheld;

    private CallerThread() {}

    /** Offers the current thread while {@code task} runs, for one call and nothing after it. */
    public static void during(Runnable task) {
        ScopedValue.where(THREAD, new CallerThread()).run(task);
    }

    /** Runs {@code call} on this thread if it is offered, else on another. */
    public static void fetch(Runnable call) {
        CallerThread callerThread = THREAD.isBound() ? THREAD.get() : null;
        if (callerThread == null || callerThread.taken || callerThread.withheld) {
            Thread.startVirtualThread(call);
        } else {
            callerThread.taken = true;
            call.run();
        }
    }

    /** Withdraws the offer of this thread, because its owner may have to leave before the response arrives. */
    public static void withhold() {
        if (THREAD.isBound()) {
            THREAD.get().withheld = true;
        }
    }

    /** Returns whether this thread runs a call for its owner: no other thread waits for it. */
    public static boolean isUsed() {
        return THREAD.isBound() && THREAD.get().taken;
    }
}
