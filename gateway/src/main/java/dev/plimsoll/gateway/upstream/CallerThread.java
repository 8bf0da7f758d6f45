package dev.plimsoll.gateway.upstream;

/**
 * Lets an upstream call run on the thread that waits for its response, which saves two thread switches. A
 * thread offers itself for one call; all other calls run on new threads.
 */
public final class CallerThread {

    private static final ScopedValue<CallerThread> OFFERED = ScopedValue.newInstance();

    private boolean isTaken;
    private boolean isWithdrawn;

    private CallerThread() {}

    /** Runs a task. The first upstream call that the task makes may run on the current thread. */
    public static void offerDuring(Runnable task) {
        ScopedValue.where(OFFERED, new CallerThread()).run(task);
    }

    /** Runs a call: on the current thread if it is offered and not used yet, else on a new thread. */
    public static void runCall(Runnable call) {
        CallerThread callerThread = OFFERED.isBound() ? OFFERED.get() : null;
        if (callerThread == null || callerThread.isTaken || callerThread.isWithdrawn) {
            Thread.startVirtualThread(call);
        } else {
            callerThread.isTaken = true;
            call.run();
        }
    }

    /**
     * Withdraws the offer of the current thread, because it may have to do something else before the response
     * arrives.
     */
    public static void withdrawOffer() {
        if (OFFERED.isBound()) {
            OFFERED.get().isWithdrawn = true;
        }
    }

    /**
     * Returns whether the current thread was offered and a call has taken the offer. Then the client's request
     * continues only when that call returns.
     */
    public static boolean isUsed() {
        return OFFERED.isBound() && OFFERED.get().isTaken;
    }
}
