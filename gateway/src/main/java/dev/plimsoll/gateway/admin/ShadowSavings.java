package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.telemetry.store.CountSql;
import dev.plimsoll.gateway.telemetry.store.RequestSums;
import dev.plimsoll.json.ByteSink;
import java.util.Locale;

/**
 * What would have been saved if policies that were tried out in shadow had acted: apart from what was saved, for nothing of it
 * was.
 *
 * @param results that would not have been sent whole
 * @param answerTokens of what would have been sent in their place
 */
public record ShadowSavings(long results, long originalTokens, long answerTokens) {

    public static ShadowSavings of(RequestSums requestSums) {
        return new ShadowSavings(
                requestSums.of(CountSql.SHADOWED),
                requestSums.of(CountSql.SHADOWED_ORIGINAL_TOKENS),
                requestSums.of(CountSql.SHADOWED_ANSWER_TOKENS));
    }

    /** Before anybody reads on. */
    public long tokens() {
        return originalTokens - answerTokens;
    }

    /** As a member of an object; none where nothing was tried out. */
    void write(JsonObjectWriter jsonObjectWriter) {
        if (results > 0) {
            write(jsonObjectWriter.name("shadow"));
        }
    }

    /** As JSON. */
    public void write(ByteSink out) {
        JsonObjectWriter shadow = new JsonObjectWriter(out);
        shadow.number("results", results).number("originalTokens", originalTokens);
        shadow.number("answerTokens", answerTokens).number("wouldHaveSavedTokens", tokens());
        shadow.end();
    }

    /** For people, in one sentence or none. */
    public String words() {
        return results == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "In shadow: %,d results of %,d tokens would have been answered with %,d. Would have saved"
                                + " %,d tokens before reading on; they are not among what was saved.",
                        results,
                        originalTokens,
                        answerTokens,
                        tokens());
    }
}
