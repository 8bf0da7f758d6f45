package dev.plimsoll.gateway.upstream;

/**
 * Runs an upstream call on the thread that waits for its response, which saves two thread switches. A thread is used
 * for one call; further calls get threads of their own.
 */
public final class CallerThread {

    private static final ScopedValue<CallerThread> OFFERED = ScopedValue.newInstance();

    private boolean isTaken;
    private boolean isWithdrawn;

    private CallerThread() {}

    /** Offers the current thread while {@code task} runs, for one call and nothing after it. */
    public static void offerDuring(Runnable task) {
        ScopedValue.where(OFFERED, new CallerThread()).run(task);
    }

    /** Runs {@code call} on the current thread if that is offered, or else on a new thread. */
    public static void runCall(Runnable call) {
        CallerThread callerThread = OFFERED.isBound() ? OFFERED.get() : null;
        if (callerThread == null || callerThread.isTaken || callerThread.isWithdrawn) {
            Thread.startVirtualThread(call);
        } else {
            callerThread.isTaken = true;
            call.run();
        }
    }

    /** Withdraws the offer of this thread, because its owner may have to leave before the response arrives. */
    public static void withdrawOffer() {
        if (OFFERED.isBound()) {
            OFFERED.get().isWithdrawn = true;
        }
    }

    /** Returns whether this thread runs a call for its owner: no other thread waits for it. */
    public static boolean isUsed() {
        return OFFERED.isBound() && OFFERED.get().isTaken;
    }
}
