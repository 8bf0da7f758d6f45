package dev.plimsoll.gateway.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers which of the latest 10,000 results had a follow-up read. Not thread-safe. */
final class FollowUpReads {

    private static final int MAX_RESULTS = 10_000;

    private final Map<Long, Boolean> readResults = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MAX_RESULTS;
        }
    };

    /**
     * Records a follow-up read. Returns whether it is the first one of its result.
     *
     * @param result ID of the result; 0 if the read has none
     */
    boolean addFirst(long result) {
        return result != 0 && readResults.put(result, true) == null;
    }
}
