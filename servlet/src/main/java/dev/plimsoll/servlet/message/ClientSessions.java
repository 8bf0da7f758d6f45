package dev.plimsoll.servlet.message;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stores facts about the client of each session, from its {@code initialize} request. Holds the latest 10,000. Thread-safe. */
final class ClientSessions {

    private static final int MAX_SESSIONS = 10_000;
    private static final int MAX_ID_LENGTH = 1_024;

    /** Sessions in order of access, least recently used first. */
    private final Map<String, Facts> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Facts> eldest) {
            return size() > MAX_SESSIONS;
        }
    };

    /**
     * Facts about a client.
     *
     * @param name name of the client; empty if unknown
     * @param revision negotiated revision; null if unknown
     * @param canShowApps whether it shows apps
     */
    record Facts(String name, @Nullable String revision, boolean canShowApps) {

        static final Facts UNKNOWN = new Facts("", null, false);
    }

    synchronized void put(String session, Facts facts) {
        if (!session.isEmpty() && session.length() <= MAX_ID_LENGTH) {
            sessions.put(session, facts);
        }
    }

    synchronized Facts find(String session) {
        Facts facts = session.isEmpty() ? null : sessions.get(session);
        return facts == null ? Facts.UNKNOWN : facts;
    }

    /** Records that the client of a session has read an app page, which only clients that show apps do. */
    synchronized void recordAppPageRead(String session) {
        Facts facts = find(session);
        put(session, new Facts(facts.name(), facts.revision(), true));
    }
}
