package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.Count;
import dev.plimsoll.gateway.telemetry.store.Histogram;
import dev.plimsoll.gateway.telemetry.store.Histogram.Range;
import dev.plimsoll.gateway.telemetry.store.Sums;
import dev.plimsoll.json.ByteSink;

/** Sums as JSON. */
final class Figures {

    private Figures() {}

    static void stats(Sums sums, Json json) {
        long requests = sums.of(Count.REQUESTS);
        json.number("requests", requests);
        json.number("shaped", sums.of(Count.SHAPED)).number("cached", sums.of(Count.CACHED));
        json.number("errors", sums.of(Count.ERRORS));
        json.number("answerTokens", sums.of(Count.ANSWER_TOKENS)).number("answerBytes", sums.of(Count.ANSWER_BYTES));
        json.number("originalTokens", sums.of(Count.ORIGINAL_TOKENS));
        json.number("originalBytes", sums.of(Count.ORIGINAL_BYTES));
        json.flag("exact", sums.exact());
        distribution(sums.answerTokens(), 1, json.name("answerTokensPer"));
        distribution(sums.originalTokens(), 1, json.name("originalTokensPer"));
        distribution(sums.micros(), 1_000, json.name("latencyMs"));
        distribution(sums.ownMicros(), 1_000, json.name("ownLatencyMs"));
        Json cursors = new Json(json.name("cursors"));
        cursors.number("created", sums.of(Count.KEPT)).number("read", sums.of(Count.FOLLOW_UPS));
        cursors.number("expired", sums.of(Count.EXPIRED)).number("refused", sums.of(Count.INVALID));
        cursors.end();
        habits(sums, json);
    }

    private static void habits(Sums sums, Json json) {
        json.raw("reading", Habits.of(sums).json())
                .raw("estimator", Accuracy.of(sums).json());
    }

    private static void distribution(Histogram histogram, int unit, ByteSink out) {
        Json json = new Json(out);
        for (int percent : new int[] {50, 95, 99}) {
            Range range = histogram.range(percent);
            json.raw("p" + percent, written(histogram.percentile(percent), unit));
            json.raw(
                    "p" + percent + "Range",
                    "[" + written(range.low(), unit) + "," + written(range.high(), unit) + "]");
        }
        if (unit == 1) {
            json.raw("doublings", histogram.doublings().toString());
        }
        json.end();
    }

    private static String written(long value, int unit) {
        return unit == 1 ? Long.toString(value) : Json.millis(value);
    }

    static void savings(Sums sums, Json json) {
        Savings savings = Savings.of(sums);
        json.number("requests", savings.requests()).number("shaped", savings.shaped());
        json.number("originalTokens", savings.originalTokens()).number("answerTokens", savings.answerTokens());
        json.number("savedTokens", savings.savedTokens());
        json.number("followUps", savings.followUps()).number("followUpTokens", savings.followUpTokens());
        json.number("listings", savings.listings()).number("definitionTokens", savings.definitionTokens());
        json.number("netTokens", savings.netTokens());
        json.raw("netShare", Json.share(savings.netTokens(), savings.originalTokens()));
        json.flag("exact", savings.exact());
        Shadowed.of(sums).write(json);
        habits(sums, json);
    }
}
