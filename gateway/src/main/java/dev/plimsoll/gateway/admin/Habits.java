package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.Count;
import dev.plimsoll.gateway.telemetry.store.Sums;
import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/**
 * What clients do with results that are not there whole.
 *
 * @param shaped results that could be read on
 * @param walks those of them that somebody did read on
 * @param followUps readings
 * @param fullReads those of them that asked for the whole at once
 * @param dead readings whose cursor had expired, or was none
 */
public record Habits(long shaped, long walks, long followUps, long fullReads, long dead) {

    public static Habits of(Sums sums) {
        return new Habits(
                sums.of(Count.KEPT),
                sums.of(Count.WALKS),
                sums.of(Count.FOLLOW_UPS),
                sums.of(Count.FULL_READS),
                sums.of(Count.EXPIRED) + sums.of(Count.INVALID));
    }

    /** As JSON; shares and means of nothing are 0. */
    public String json() {
        ByteSink out = new ByteSink(256);
        Json json = new Json(out);
        json.raw("followUpsPerShaped", Json.share(followUps, shaped));
        json.number("walks", walks).raw("walkerRate", Json.share(walks, shaped));
        json.raw("pagesPerWalk", Json.share(followUps, walks));
        json.number("fullReads", fullReads).raw("fullFetchRate", Json.share(fullReads, shaped));
        json.number("deadCursors", dead).raw("deadCursorRate", Json.share(dead, followUps + dead));
        json.end();
        return out.slice().utf8();
    }

    /** For people, in one sentence or none. */
    public String words() {
        if (shaped + followUps + dead == 0) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "Read on: %,d of %,d shaped results, %.1f pages each; %,d asked for the whole; %,d of %,d cursors were dead.",
                walks,
                shaped,
                walks == 0 ? 0 : (double) followUps / walks,
                fullReads,
                dead,
                followUps + dead);
    }
}
