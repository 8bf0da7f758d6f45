package dev.plimsoll.gateway.alert;

import java.util.Locale;

/** Condition that is watched. */
public enum AlertRule {
    OVERSIZED_SHARE("of results are too large to be answered whole"),
    UPSTREAM_ERROR_SHARE("of calls get no answer of their server"),
    ESTIMATOR_ERROR("is how far estimates of tokens are off"),
    STORE_FAILURE("results could not be kept for reading on");

    private final String about;

    AlertRule(String about) {
        this.about = about;
    }

    /** Returns the name for metrics, webhooks, and the log. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the text that follows the value in messages. */
    public String about() {
        return about;
    }

    /** Returns whether the value is a share; otherwise it is a count. */
    public boolean share() {
        return this != STORE_FAILURE;
    }

    /** Returns a value of this rule in readable form. */
    public String shown(double value) {
        return share() ? String.format(Locale.ROOT, "%.1f%%", value * 100) : Long.toString(Math.round(value));
    }
}
