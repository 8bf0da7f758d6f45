package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.CountSql;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.SumHistogram;
import dev.plimsoll.gateway.telemetry.store.SumHistogram.Range;
import dev.plimsoll.json.ByteSink;

/** Writes sums as JSON. */
final class CounterTotals {

    private CounterTotals() {}

    static void stats(RequestSums requestSums, JsonObjectWriter jsonObjectWriter) {
        long requests = requestSums.of(CountSql.REQUESTS);
        jsonObjectWriter.number("requests", requests);
        jsonObjectWriter
                .number("shaped", requestSums.of(CountSql.SHAPED))
                .number("cached", requestSums.of(CountSql.CACHED));
        jsonObjectWriter.number("errors", requestSums.of(CountSql.ERRORS));
        jsonObjectWriter
                .number("answerTokens", requestSums.of(CountSql.ANSWER_TOKENS))
                .number("answerBytes", requestSums.of(CountSql.ANSWER_BYTES));
        jsonObjectWriter.number("originalTokens", requestSums.of(CountSql.ORIGINAL_TOKENS));
        jsonObjectWriter.number("originalBytes", requestSums.of(CountSql.ORIGINAL_BYTES));
        jsonObjectWriter.flag("exact", requestSums.exact());
        distribution(requestSums.answerTokens(), 1, jsonObjectWriter.name("answerTokensPer"));
        distribution(requestSums.originalTokens(), 1, jsonObjectWriter.name("originalTokensPer"));
        distribution(requestSums.micros(), 1_000, jsonObjectWriter.name("latencyMs"));
        distribution(requestSums.ownMicros(), 1_000, jsonObjectWriter.name("ownLatencyMs"));
        JsonObjectWriter cursors = new JsonObjectWriter(jsonObjectWriter.name("cursors"));
        cursors.number("created", requestSums.of(CountSql.KEPT)).number("read", requestSums.of(CountSql.FOLLOW_UPS));
        cursors.number("expired", requestSums.of(CountSql.EXPIRED)).number("refused", requestSums.of(CountSql.INVALID));
        cursors.end();
        habits(requestSums, jsonObjectWriter);
    }

    private static void habits(RequestSums requestSums, JsonObjectWriter jsonObjectWriter) {
        jsonObjectWriter
                .raw("reading", ReadingHabits.of(requestSums).json())
                .raw("estimator", EstimateAccuracy.of(requestSums).json());
    }

    private static void distribution(SumHistogram sumHistogram, int unit, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        for (int percent : new int[] {50, 95, 99}) {
            Range range = sumHistogram.range(percent);
            jsonObjectWriter.raw("p" + percent, written(sumHistogram.percentile(percent), unit));
            jsonObjectWriter.raw(
                    "p" + percent + "Range",
                    "[" + written(range.low(), unit) + "," + written(range.high(), unit) + "]");
        }
        if (unit == 1) {
            jsonObjectWriter.raw("doublings", sumHistogram.doublings().toString());
        }
        jsonObjectWriter.end();
    }

    private static String written(long value, int unit) {
        return unit == 1 ? Long.toString(value) : JsonObjectWriter.millis(value);
    }

    static void savings(RequestSums requestSums, JsonObjectWriter jsonObjectWriter) {
        Savings savings = Savings.of(requestSums);
        jsonObjectWriter.number("requests", savings.requests()).number("shaped", savings.shaped());
        jsonObjectWriter
                .number("originalTokens", savings.originalTokens())
                .number("answerTokens", savings.answerTokens());
        jsonObjectWriter.number("savedTokens", savings.savedTokens());
        jsonObjectWriter.number("followUps", savings.followUps()).number("followUpTokens", savings.followUpTokens());
        jsonObjectWriter.number("listings", savings.listings()).number("definitionTokens", savings.definitionTokens());
        jsonObjectWriter.number("netTokens", savings.netTokens());
        jsonObjectWriter.raw("netShare", JsonObjectWriter.share(savings.netTokens(), savings.originalTokens()));
        jsonObjectWriter.flag("exact", savings.exact());
        ShadowSavings.of(requestSums).write(jsonObjectWriter);
        habits(requestSums, jsonObjectWriter);
    }
}
