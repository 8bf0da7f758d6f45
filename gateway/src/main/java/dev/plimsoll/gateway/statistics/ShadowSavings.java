package dev.plimsoll.gateway.statistics;

import dev.plimsoll.gateway.telemetry.store.RequestCounter;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.json.JsonWriter;
import java.util.Locale;

/**
 * Tokens that policies in shadow mode would have saved. They are not part of {@link Savings}, because nothing was
 * saved.
 *
 * @param results number of results that would not have been sent whole
 * @param originalTokens tokens of these results
 * @param answerTokens tokens of the answers that would have been sent instead
 */
public record ShadowSavings(long results, long originalTokens, long answerTokens) {

    public static ShadowSavings of(RequestSums requestSums) {
        return new ShadowSavings(
                requestSums.count(RequestCounter.SHADOWED),
                requestSums.count(RequestCounter.SHADOWED_ORIGINAL_TOKENS),
                requestSums.count(RequestCounter.SHADOWED_ANSWER_TOKENS));
    }

    /** Returns the tokens that would have been saved. Does not subtract the tokens of follow-up reads. */
    public long tokens() {
        return originalTokens - answerTokens;
    }

    /** Writes a member {@code shadow}; nothing if there are no such results. */
    void writeMember(JsonWriter json) {
        if (results > 0) {
            write(json.name("shadow"));
        }
    }

    /** Writes the values as JSON. */
    public void write(JsonWriter json) {
        json.beginObject().number("results", results).number("originalTokens", originalTokens);
        json.number("answerTokens", answerTokens).number("wouldHaveSavedTokens", tokens());
        json.endObject();
    }

    /** Returns a sentence for people; empty if there are no such results. */
    public String sentence() {
        return results == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "Shadow mode: %,d results with %,d tokens in total would have been answered with %,d tokens. That"
                                + " would have saved %,d tokens before follow-up reads; the net savings do not include them.",
                        results,
                        originalTokens,
                        answerTokens,
                        tokens());
    }
}
