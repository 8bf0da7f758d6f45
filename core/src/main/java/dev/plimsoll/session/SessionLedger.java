package dev.plimsoll.session;

import java.time.Duration;
import java.time.InstantSource;

/**
 * What sessions have cost so far. Bounded: it forgets sessions that nobody has used for long, and those unused for longest
 * when there are too many; a session that is forgotten begins anew. Safe for use by many threads. What it throws costs no call
 * its answer: the session then has no budget.
 */
public interface SessionLedger {

    /** How many sessions are remembered in memory. */
    int MOST = 10_000;

    /** How long a session is remembered that is not used. */
    Duration IDLE = Duration.ofHours(1);

    /** Tokens that a session has cost; 0 for one that is not known. */
    long spent(String session);

    /**
     * Adds the tokens of an answer.
     *
     * @param session its id; whoever writes it down where others read hashes it
     * @return what it has cost with them
     */
    long add(String session, long tokens);

    /** In the memory of this process. */
    static SessionLedger inMemory(InstantSource clock) {
        return inMemory(MOST, IDLE, clock);
    }

    /** The same with other bounds. */
    static SessionLedger inMemory(int most, Duration idle, InstantSource clock) {
        return new InMemorySessionLedger(most, idle, clock);
    }
}
