package dev.plimsoll.gateway.alert;

import java.util.Locale;

/** What is watched. */
public enum AlertRule {
    OVERSIZED_SHARE("of results are too large to be answered whole"),
    UPSTREAM_ERROR_SHARE("of calls get no answer of their server"),
    ESTIMATOR_ERROR("is how far estimates of tokens are off"),
    STORE_FAILURE("results could not be kept for reading on");

    private final String about;

    AlertRule(String about) {
        this.about = about;
    }

    /** As metrics, webhooks and the log spell it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** In words for people, behind the figure. */
    public String about() {
        return about;
    }

    /** Whether its figure is a share of one; else it is a count. */
    public boolean share() {
        return this != STORE_FAILURE;
    }

    /** A figure of this rule as people read it. */
    public String shown(double value) {
        return share() ? String.format(Locale.ROOT, "%.1f%%", value * 100) : Long.toString(Math.round(value));
    }
}
