package dev.plimsoll.gateway.compare;

import dev.plimsoll.gateway.telemetry.store.UnitShare;

/** Metric that arms are compared by: an amount of one thing per another. Lower is better for all. */
public enum Metric {
    TOKENS_PER_ANSWER("tokensPerAnswer", "tokens per answer", 0),
    TOKENS_PER_CALL("tokensPerCall", "tokens per call, with follow-ups", 0),
    TOKENS_PER_UNIT("tokensPerUnit", "tokens per session, with follow-ups", 0),
    FOLLOW_UPS_PER_CALL("followUpsPerCall", "follow-ups per call", 3),
    ERROR_RATE("errorRate", "error rate", 4),
    LATENCY_MS("latencyMs", "latency in ms", 1);

    private final String word;
    private final String about;
    private final int places;

    Metric(String word, String about, int places) {
        this.word = word;
        this.about = about;
        this.places = places;
    }

    /** Returns the name in JSON. */
    public String word() {
        return word;
    }

    /** Returns the description for people. */
    public String about() {
        return about;
    }

    /** Returns how many decimal places are worth showing. */
    public int places() {
        return places;
    }

    double what(UnitShare unitShare) {
        return switch (this) {
            case TOKENS_PER_ANSWER -> unitShare.callTokens();
            case TOKENS_PER_CALL, TOKENS_PER_UNIT -> unitShare.callTokens() + unitShare.followUpTokens();
            case FOLLOW_UPS_PER_CALL -> unitShare.followUps();
            case ERROR_RATE -> unitShare.errors();
            case LATENCY_MS -> unitShare.micros() / 1_000.0;
        };
    }

    double each(UnitShare unitShare) {
        return this == TOKENS_PER_UNIT ? 1 : unitShare.calls();
    }
}
