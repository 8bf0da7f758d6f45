package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.json.JsonWriter;
import java.util.Locale;

/**
 * Statistics of follow-up reads of results that were not sent whole.
 *
 * @param shaped results with a cursor
 * @param resultsRead results with a cursor that had at least one follow-up read
 * @param followUps follow-up reads
 * @param fullReads follow-up reads that return a whole result
 * @param deadCursors follow-up reads with an expired or invalid cursor
 */
public record FollowUpStatistics(long shaped, long resultsRead, long followUps, long fullReads, long deadCursors) {

    public static FollowUpStatistics of(RequestSums requestSums) {
        return new FollowUpStatistics(
                requestSums.count(RequestCounter.STORED),
                requestSums.count(RequestCounter.RESULTS_READ),
                requestSums.count(RequestCounter.FOLLOW_UPS),
                requestSums.count(RequestCounter.FULL_READS),
                requestSums.count(RequestCounter.EXPIRED) + requestSums.count(RequestCounter.INVALID));
    }

    /** Writes the statistics as an object. Shares and means without data are 0. */
    public void write(JsonWriter json) {
        json.beginObject();
        json.raw("followUpsPerShaped", Decimals.share(followUps, shaped));
        json.number("walks", resultsRead).raw("walkerRate", Decimals.share(resultsRead, shaped));
        json.raw("pagesPerWalk", Decimals.share(followUps, resultsRead));
        json.number("fullReads", fullReads).raw("fullFetchRate", Decimals.share(fullReads, shaped));
        json.number("deadCursors", deadCursors)
                .raw("deadCursorRate", Decimals.share(deadCursors, followUps + deadCursors));
        json.endObject();
    }

    /** Returns a sentence for people; empty if there is no data. */
    public String sentence() {
        if (shaped + followUps + deadCursors == 0) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "Follow-up reads: %,d of %,d shaped results, %.1f pages each; %,d full reads; %,d of %,d reads had an"
                        + " expired or invalid cursor.",
                resultsRead,
                shaped,
                resultsRead == 0 ? 0 : (double) followUps / resultsRead,
                fullReads,
                deadCursors,
                followUps + deadCursors);
    }
}
