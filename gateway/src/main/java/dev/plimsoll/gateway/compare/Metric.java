package dev.plimsoll.gateway.compare;

import dev.plimsoll.gateway.telemetry.store.UnitSums;

/** Metric by which arms are compared: one amount divided by another. Lower is better for all. */
public enum Metric {
    TOKENS_PER_ANSWER("tokensPerAnswer", "tokens per answer", 0),
    TOKENS_PER_CALL("tokensPerCall", "tokens per call, with follow-ups", 0),
    TOKENS_PER_UNIT("tokensPerUnit", "tokens per session, with follow-ups", 0),
    FOLLOW_UPS_PER_CALL("followUpsPerCall", "follow-ups per call", 3),
    ERROR_RATE("errorRate", "error rate", 4),
    LATENCY_MS("latencyMs", "latency in ms", 1);

    private final String jsonName;
    private final String description;
    private final int decimals;

    Metric(String jsonName, String description, int decimals) {
        this.jsonName = jsonName;
        this.description = description;
        this.decimals = decimals;
    }

    /** Returns the name in JSON. */
    public String jsonName() {
        return jsonName;
    }

    /** Returns the description for people. */
    public String description() {
        return description;
    }

    /** Returns the number of decimal places to show. */
    public int decimals() {
        return decimals;
    }

    double numerator(UnitSums unitSums) {
        return switch (this) {
            case TOKENS_PER_ANSWER -> unitSums.callTokens();
            case TOKENS_PER_CALL, TOKENS_PER_UNIT -> unitSums.callTokens() + unitSums.followUpTokens();
            case FOLLOW_UPS_PER_CALL -> unitSums.followUps();
            case ERROR_RATE -> unitSums.errors();
            case LATENCY_MS -> unitSums.micros() / 1_000.0;
        };
    }

    double denominator(UnitSums unitSums) {
        return this == TOKENS_PER_UNIT ? 1 : unitSums.calls();
    }
}
