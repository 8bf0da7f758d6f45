package dev.plimsoll.mcp;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sessions that have read an app page. Their clients show apps, even if they have not declared this. At most 10,000
 * sessions are stored.
 */
final class AppSessions {

    private static final int MAX_SESSIONS = 10_000;

    /** Sessions in order of access, least recently used first. */
    private final Map<String, Boolean> sessions = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_SESSIONS;
        }
    };

    synchronized void add(String session) {
        if (!session.isEmpty()) {
            sessions.put(session, true);
        }
    }

    synchronized boolean contains(String session) {
        return sessions.get(session) != null;
    }
}
