package dev.plimsoll.gateway.alert;

import java.util.Locale;

/** A condition that causes an alert. */
public enum AlertRule {
    OVERSIZED_SHARE("of results exceed their budget"),
    UPSTREAM_ERROR_SHARE("of calls get no answer from their server"),
    ESTIMATOR_ERROR("is the error of the token estimates"),
    STORE_FAILURE("results could not be stored");

    private final String description;

    AlertRule(String description) {
        this.description = description;
    }

    /** Returns the name for metrics, webhooks, and the log. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the text that follows the value in messages. */
    public String description() {
        return description;
    }

    /** Returns whether the value is a share from 0 to 1; otherwise it is a count. */
    private boolean isShare() {
        return this != STORE_FAILURE;
    }

    /** Returns a value of this rule in readable form. */
    public String format(double value) {
        return isShare() ? String.format(Locale.ROOT, "%.1f%%", value * 100) : Long.toString(Math.round(value));
    }
}
