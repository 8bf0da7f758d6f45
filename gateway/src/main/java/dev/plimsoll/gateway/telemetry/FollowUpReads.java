package dev.plimsoll.gateway.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers which of the latest results had a follow-up read. Not thread-safe. */
final class FollowUpReads {

    private static final int MOST = 10_000;

    private final Map<Long, Boolean> seen = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MOST;
        }
    };

    /** Returns whether this is the first follow-up read of this result; 0 means no result. */
    boolean begins(long result) {
        return result != 0 && seen.put(result, true) == null;
    }
}
