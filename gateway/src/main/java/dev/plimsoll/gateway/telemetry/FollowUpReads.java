package dev.plimsoll.gateway.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;

/** The 10,000 results that most recently had a follow-up read. Not thread-safe. */
final class FollowUpReads {

    private static final int MAX_RESULTS = 10_000;

    private final Map<Long, Boolean> resultsWithRead = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > MAX_RESULTS;
        }
    };

    /**
     * Records a follow-up read. Returns whether it is the first one of its result.
     *
     * @param resultId ID of the result; 0 if the read has none
     */
    boolean recordRead(long resultId) {
        return resultId != 0 && resultsWithRead.put(resultId, true) == null;
    }
}
