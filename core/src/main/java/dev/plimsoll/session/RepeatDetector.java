package dev.plimsoll.session;

/** Detects repeated equal calls of a session. It remembers the last call and its repetitions. Bounded and thread-safe. */
public final class RepeatDetector {

    /** Number of equal calls in a row that is too many. */
    public static final int TOO_OFTEN = 3;

    private final RecentCalls<Last> sessions = new RecentCalls<>(SessionLedger.MOST);

    private record Last(String call, int times) {}

    /** Records a call and returns how often the session has made it in a row. */
    public synchronized int again(String session, String call) {
        Last last = sessions.get(session);
        Last now = new Last(call, last != null && last.call.equals(call) ? Math.min(last.times + 1, 1_000) : 1);
        sessions.put(session, now);
        return now.times;
    }

    /** Records that the session did something else. */
    public synchronized void other(String session) {
        sessions.keySet().remove(session);
    }
}
