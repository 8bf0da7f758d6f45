package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.CountSql;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/**
 * Statistics of follow-up reads of results that were not sent whole.
 *
 * @param shaped results with a cursor
 * @param walks those results with at least one follow-up read
 * @param followUps follow-up reads
 * @param fullReads follow-up reads of a whole result at once
 * @param dead follow-up reads with an expired or invalid cursor
 */
public record ReadingHabits(long shaped, long walks, long followUps, long fullReads, long dead) {

    public static ReadingHabits of(RequestSums requestSums) {
        return new ReadingHabits(
                requestSums.of(CountSql.KEPT),
                requestSums.of(CountSql.WALKS),
                requestSums.of(CountSql.FOLLOW_UPS),
                requestSums.of(CountSql.FULL_READS),
                requestSums.of(CountSql.EXPIRED) + requestSums.of(CountSql.INVALID));
    }

    /** Returns the statistics as JSON. Shares and means without data are 0. */
    public String json() {
        ByteSink out = new ByteSink(256);
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        jsonObjectWriter.raw("followUpsPerShaped", JsonObjectWriter.share(followUps, shaped));
        jsonObjectWriter.number("walks", walks).raw("walkerRate", JsonObjectWriter.share(walks, shaped));
        jsonObjectWriter.raw("pagesPerWalk", JsonObjectWriter.share(followUps, walks));
        jsonObjectWriter.number("fullReads", fullReads).raw("fullFetchRate", JsonObjectWriter.share(fullReads, shaped));
        jsonObjectWriter
                .number("deadCursors", dead)
                .raw("deadCursorRate", JsonObjectWriter.share(dead, followUps + dead));
        jsonObjectWriter.end();
        return out.slice().utf8();
    }

    /** Returns a sentence for people; empty if there is no data. */
    public String words() {
        if (shaped + followUps + dead == 0) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "Follow-up reads: %,d of %,d shaped results, %.1f pages each; %,d full reads; %,d of %,d cursors were invalid.",
                walks,
                shaped,
                walks == 0 ? 0 : (double) followUps / walks,
                fullReads,
                dead,
                followUps + dead);
    }
}
