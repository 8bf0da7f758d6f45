package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.gateway.telemetry.store.SumHistogram;
import dev.plimsoll.gateway.telemetry.store.SumHistogram.Range;
import dev.plimsoll.json.JsonWriter;

/** Writes the statistics and the savings of recorded requests as JSON. */
public final class RequestSumsJson {

    private RequestSumsJson() {}

    /** Writes all statistics of requests as members of the open object. */
    public static void writeStats(RequestSums requestSums, JsonWriter json) {
        long requests = requestSums.count(RequestCounter.REQUESTS);
        json.number("requests", requests);
        json.number("shaped", requestSums.count(RequestCounter.SHAPED))
                .number("cached", requestSums.count(RequestCounter.CACHED));
        json.number("errors", requestSums.count(RequestCounter.ERRORS));
        json.number("answerTokens", requestSums.count(RequestCounter.ANSWER_TOKENS))
                .number("answerBytes", requestSums.count(RequestCounter.ANSWER_BYTES));
        json.number("originalTokens", requestSums.count(RequestCounter.ORIGINAL_TOKENS));
        json.number("originalBytes", requestSums.count(RequestCounter.ORIGINAL_BYTES));
        json.bool("exact", requestSums.isExact());
        writeDistribution(requestSums.answerTokens(), 1, json.name("answerTokensPer"));
        writeDistribution(requestSums.originalTokens(), 1, json.name("originalTokensPer"));
        writeDistribution(requestSums.micros(), 1_000, json.name("latencyMs"));
        writeDistribution(requestSums.ownMicros(), 1_000, json.name("ownLatencyMs"));
        json.beginObject("cursors");
        json.number("created", requestSums.count(RequestCounter.STORED))
                .number("read", requestSums.count(RequestCounter.FOLLOW_UPS));
        json.number("expired", requestSums.count(RequestCounter.EXPIRED))
                .number("refused", requestSums.count(RequestCounter.INVALID));
        json.endObject();
        writeReadsAndAccuracy(requestSums, json);
    }

    private static void writeReadsAndAccuracy(RequestSums requestSums, JsonWriter json) {
        FollowUpStatistics.of(requestSums).write(json.name("reading"));
        EstimateAccuracy.of(requestSums).write(json.name("estimator"));
    }

    /**
     * Writes percentiles, and their ranges.
     *
     * @param unit 1 for tokens; 1,000 for microseconds, which are written as milliseconds
     */
    private static void writeDistribution(SumHistogram sumHistogram, int unit, JsonWriter json) {
        json.beginObject();
        for (int percent : new int[] {50, 95, 99}) {
            Range range = sumHistogram.range(percent);
            json.raw("p" + percent, format(sumHistogram.percentile(percent), unit));
            json.beginArray("p" + percent + "Range");
            json.raw(format(range.low(), unit)).raw(format(range.high(), unit)).endArray();
        }
        if (unit == 1) {
            json.raw("doublings", sumHistogram.doublings().toString());
        }
        json.endObject();
    }

    private static String format(long value, int unit) {
        return unit == 1 ? Long.toString(value) : Decimals.millis(value);
    }

    /** Writes the savings as members of the open object. */
    public static void writeSavings(RequestSums requestSums, JsonWriter json) {
        Savings savings = Savings.of(requestSums);
        json.number("requests", savings.requests()).number("shaped", savings.shaped());
        json.number("originalTokens", savings.originalTokens()).number("answerTokens", savings.answerTokens());
        json.number("savedTokens", savings.savedTokens());
        json.number("followUps", savings.followUps()).number("followUpTokens", savings.followUpTokens());
        json.number("listings", savings.listings()).number("definitionTokens", savings.definitionTokens());
        json.number("netTokens", savings.netTokens());
        json.raw("netShare", Decimals.share(savings.netTokens(), savings.originalTokens()));
        json.bool("exact", savings.isExact());
        ShadowSavings.of(requestSums).writeMember(json);
        HandleSavings.of(requestSums).writeMember(json);
        writeReadsAndAccuracy(requestSums, json);
    }
}
