package dev.plimsoll.gateway.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers which of the latest results had a follow-up read. Not thread-safe. */
final class FollowUpReads {

    private static final int MAX_RESULTS = 10_000;

    private final Map<Long, Boolean> readResults = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MAX_RESULTS;
        }
    };

    /** Returns whether this is the first follow-up read of this result; 0 means no result. */
    boolean addFirst(long result) {
        return result != 0 && readResults.put(result, true) == null;
    }
}
