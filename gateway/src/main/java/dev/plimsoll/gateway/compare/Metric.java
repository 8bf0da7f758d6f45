package dev.plimsoll.gateway.compare;

import dev.plimsoll.gateway.telemetry.store.Share;
import java.util.function.ToDoubleFunction;

/** What arms are compared by: so much of one thing for each of another. Less is better in all of them. */
public enum Metric {
    TOKENS_PER_ANSWER("tokensPerAnswer", "tokens per answer", 0, Share::callTokens, Share::calls),
    TOKENS_PER_CALL(
            "tokensPerCall",
            "tokens per call with what was read on",
            0,
            share -> share.callTokens() + share.followUpTokens(),
            Share::calls),
    TOKENS_PER_UNIT(
            "tokensPerUnit",
            "tokens per session with what was read on",
            0,
            share -> share.callTokens() + share.followUpTokens(),
            share -> 1),
    FOLLOW_UPS_PER_CALL("followUpsPerCall", "follow-ups per call", 3, Share::followUps, Share::calls),
    ERROR_RATE("errorRate", "error rate", 4, Share::errors, Share::calls),
    LATENCY_MS("latencyMs", "latency in ms", 1, share -> share.micros() / 1_000.0, Share::calls);

    private final String word;
    private final String about;
    private final int places;
    private final ToDoubleFunction<Share> what;
    private final ToDoubleFunction<Share> each;

    Metric(String word, String about, int places, ToDoubleFunction<Share> what, ToDoubleFunction<Share> each) {
        this.word = word;
        this.about = about;
        this.places = places;
        this.what = what;
        this.each = each;
    }

    /** As programs know it. */
    public String word() {
        return word;
    }

    /** For people. */
    public String about() {
        return about;
    }

    /** How many decimal places are worth showing. */
    public int places() {
        return places;
    }

    double what(Share share) {
        return what.applyAsDouble(share);
    }

    double each(Share share) {
        return each.applyAsDouble(share);
    }
}
