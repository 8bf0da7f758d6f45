package dev.plimsoll.session;

/**
 * Detects that a session makes the same call again and again. Remembers for each session the last call, and
 * how often it was made in a row. Bounded and thread-safe.
 */
public final class RepeatDetector {

    /** Number of equal calls in a row from which an answer may warn. */
    public static final int REPEAT_THRESHOLD = 3;

    private final BoundedLruMap<LastCall> sessions = new BoundedLruMap<>(SessionLedger.MAX_SESSIONS);

    private record LastCall(String call, int times) {}

    /** Records a call and returns how often the session has made it in a row. */
    public synchronized int recordCall(String session, String call) {
        LastCall lastCall = sessions.get(session);
        LastCall now = new LastCall(
                call, lastCall != null && lastCall.call.equals(call) ? Math.min(lastCall.times + 1, 1_000) : 1);
        sessions.put(session, now);
        return now.times;
    }

    /** Forgets the last call of a session, because the session did something else. */
    public synchronized void reset(String session) {
        sessions.keySet().remove(session);
    }
}
