package dev.plimsoll.session;

/**
 * Notices when a session makes one call again and again: what it did last, and how often in a row. Bounded, and safe for use by
 * many threads.
 */
public final class RepeatDetector {

    /** From this one on a call in a row is one too many. */
    public static final int TOO_OFTEN = 3;

    private final RecentCalls<Last> sessions = new RecentCalls<>(SessionLedger.MOST);

    private record Last(String call, int times) {}

    /** How often in a row the session has made that call now. */
    public synchronized int again(String session, String call) {
        Last last = sessions.get(session);
        Last now = new Last(call, last != null && last.call.equals(call) ? Math.min(last.times + 1, 1_000) : 1);
        sessions.put(session, now);
        return now.times;
    }

    /** It has done something else. */
    public synchronized void other(String session) {
        sessions.keySet().remove(session);
    }
}
