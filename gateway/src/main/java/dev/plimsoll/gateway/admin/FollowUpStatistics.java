package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/**
 * Statistics of follow-up reads of results that were not sent whole.
 *
 * @param shaped results with a cursor
 * @param resultsRead those results with at least one follow-up read
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

    /** Returns the statistics as JSON. Shares and means without data are 0. */
    public String json() {
        ByteSink out = new ByteSink(256);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.raw("followUpsPerShaped", JsonObjectWriter.share(followUps, shaped));
        jsonObjectWriter.number("walks", resultsRead).raw("walkerRate", JsonObjectWriter.share(resultsRead, shaped));
        jsonObjectWriter.raw("pagesPerWalk", JsonObjectWriter.share(followUps, resultsRead));
        jsonObjectWriter.number("fullReads", fullReads).raw("fullFetchRate", JsonObjectWriter.share(fullReads, shaped));
        jsonObjectWriter
                .number("deadCursors", deadCursors)
                .raw("deadCursorRate", JsonObjectWriter.share(deadCursors, followUps + deadCursors));
        jsonObjectWriter.end();
        return out.slice().utf8();
    }

    /** Returns a sentence for people; empty if there is no data. */
    public String sentence() {
        if (shaped + followUps + deadCursors == 0) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "Follow-up reads: %,d of %,d shaped results, %.1f pages each; %,d full reads; %,d of %,d cursors were invalid.",
                resultsRead,
                shaped,
                resultsRead == 0 ? 0 : (double) followUps / resultsRead,
                fullReads,
                deadCursors,
                followUps + deadCursors);
    }
}
