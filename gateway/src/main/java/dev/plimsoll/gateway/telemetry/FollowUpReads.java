package dev.plimsoll.gateway.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers in which results somebody has read on, the latest of them. Used by one thread. */
final class FollowUpReads {

    private static final int MOST = 10_000;

    private final Map<Long, Boolean> seen = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MOST;
        }
    };

    /** Whether that is the first to read on in that result; 0 reads on in none. */
    boolean begins(long result) {
        return result != 0 && seen.put(result, true) == null;
    }
}
