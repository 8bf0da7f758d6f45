package dev.plimsoll.session;

/**
 * Detector of repeated calls. Stores the last call of each session and the number of times that it was made in
 * a row. Its size is limited. Thread-safe.
 */
public final class RepeatDetector {

    /** Number of equal calls in a row from which an answer may warn. */
    public static final int REPEAT_THRESHOLD = 3;

    private final BoundedLruMap<LastCall> sessions = new BoundedLruMap<>(SessionLedger.MAX_SESSIONS);

    private record LastCall(String call, int count) {}

    /** Records a call and returns the number of times that the session has made it in a row. */
    public synchronized int recordCall(String session, String call) {
        LastCall lastCall = sessions.get(session);
        LastCall recorded = new LastCall(
                call, lastCall != null && lastCall.call.equals(call) ? Math.min(lastCall.count + 1, 1_000) : 1);
        sessions.put(session, recorded);
        return recorded.count;
    }

    /** Removes the last call of a session, because the session made a call of another kind. */
    public synchronized void reset(String session) {
        sessions.keySet().remove(session);
    }
}
