package dev.plimsoll.session;

import java.time.Duration;
import java.time.InstantSource;

/**
 * Ledger of the tokens that sessions have spent. It removes sessions that were idle for a long time and, if there
 * are too many sessions, those that were idle longest. A removed session starts at 0 again. Thread-safe.
 * If a method throws an exception, the tool call does not fail; without the result of {@link #spent}, the budget of the
 * session does not limit the answer.
 */
public interface SessionLedger {

    /** Maximum number of sessions in memory. */
    int MAX_SESSIONS = 10_000;

    /** Time after which an idle session is removed. */
    Duration MAX_IDLE = Duration.ofHours(1);

    /** Returns the tokens that a session has spent, or 0 if it is unknown. */
    long spent(String session);

    /**
     * Adds the tokens of an answer.
     *
     * @param session session ID; an implementation must hash the ID if it stores IDs where other parties can read them
     * @return the tokens of the session including this answer
     */
    long add(String session, long tokens);

    /** Creates a ledger in the memory of this process. */
    static SessionLedger inMemory(InstantSource clock) {
        return inMemory(MAX_SESSIONS, MAX_IDLE, clock);
    }

    /** Creates a ledger in the memory of this process with other limits. */
    static SessionLedger inMemory(int maxSessions, Duration maxIdle, InstantSource clock) {
        return new InMemorySessionLedger(maxSessions, maxIdle, clock);
    }
}
