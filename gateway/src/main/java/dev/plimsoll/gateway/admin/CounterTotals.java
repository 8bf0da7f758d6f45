package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.SumHistogram;
import dev.plimsoll.gateway.telemetry.store.SumHistogram.Range;
import dev.plimsoll.json.ByteSink;

/** Writes sums as JSON. */
final class CounterTotals {

    private CounterTotals() {}

    static void writeStats(RequestSums requestSums, JsonObjectWriter jsonObjectWriter) {
        long requests = requestSums.count(RequestCounter.REQUESTS);
        jsonObjectWriter.number("requests", requests);
        jsonObjectWriter
                .number("shaped", requestSums.count(RequestCounter.SHAPED))
                .number("cached", requestSums.count(RequestCounter.CACHED));
        jsonObjectWriter.number("errors", requestSums.count(RequestCounter.ERRORS));
        jsonObjectWriter
                .number("answerTokens", requestSums.count(RequestCounter.ANSWER_TOKENS))
                .number("answerBytes", requestSums.count(RequestCounter.ANSWER_BYTES));
        jsonObjectWriter.number("originalTokens", requestSums.count(RequestCounter.ORIGINAL_TOKENS));
        jsonObjectWriter.number("originalBytes", requestSums.count(RequestCounter.ORIGINAL_BYTES));
        jsonObjectWriter.flag("exact", requestSums.isExact());
        writeDistribution(requestSums.answerTokens(), 1, jsonObjectWriter.name("answerTokensPer"));
        writeDistribution(requestSums.originalTokens(), 1, jsonObjectWriter.name("originalTokensPer"));
        writeDistribution(requestSums.micros(), 1_000, jsonObjectWriter.name("latencyMs"));
        writeDistribution(requestSums.ownMicros(), 1_000, jsonObjectWriter.name("ownLatencyMs"));
        JsonObjectWriter cursors = new JsonObjectWriter(jsonObjectWriter.name("cursors"));
        cursors.number("created", requestSums.count(RequestCounter.STORED))
                .number("read", requestSums.count(RequestCounter.FOLLOW_UPS));
        cursors.number("expired", requestSums.count(RequestCounter.EXPIRED))
                .number("refused", requestSums.count(RequestCounter.INVALID));
        cursors.end();
        writeReadingStats(requestSums, jsonObjectWriter);
    }

    private static void writeReadingStats(RequestSums requestSums, JsonObjectWriter jsonObjectWriter) {
        jsonObjectWriter
                .raw("reading", FollowUpStatistics.of(requestSums).json())
                .raw("estimator", EstimateAccuracy.of(requestSums).json());
    }

    private static void writeDistribution(SumHistogram sumHistogram, int unit, ByteSink out) {
        JsonObjectWriter jsonObjectWriter = new JsonObjectWriter(out);
        for (int percent : new int[] {50, 95, 99}) {
            Range range = sumHistogram.range(percent);
            jsonObjectWriter.raw("p" + percent, format(sumHistogram.percentile(percent), unit));
            jsonObjectWriter.raw(
                    "p" + percent + "Range", "[" + format(range.low(), unit) + "," + format(range.high(), unit) + "]");
        }
        if (unit == 1) {
            jsonObjectWriter.raw("doublings", sumHistogram.doublings().toString());
        }
        jsonObjectWriter.end();
    }

    private static String format(long value, int unit) {
        return unit == 1 ? Long.toString(value) : JsonObjectWriter.millis(value);
    }

    static void writeSavings(RequestSums requestSums, JsonObjectWriter jsonObjectWriter) {
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
        writeReadingStats(requestSums, jsonObjectWriter);
    }
}
