package dev.plimsoll.gateway.auth;

import java.time.Duration;

/** Thrown when a caller is not admitted. Says what is wrong and what to do. Never contains the credentials. */
public final class NotAdmittedException extends Exception {

    private static final long serialVersionUID = 1;

    /** Reason for the refusal. */
    public enum Why {
        /** Credentials are missing. */
        MISSING,
        /** Credentials are malformed. */
        MALFORMED,
        /** The token is unknown or invalid. */
        INVALID,
        /** The token is valid, but grants no tier here. */
        NO_TIER,
        /** Too many invalid tokens came from this address. */
        TOO_OFTEN,
        /** The token cannot be checked at the moment. */
        UNKNOWABLE
    }

    private final Why why;
    private final String suggestion;
    private final Duration after;

    private NotAdmittedException(Why why, String message, String suggestion, Duration after) {
        super(message, null, false, false);
        this.why = why;
        this.suggestion = suggestion;
        this.after = after;
    }

    static NotAdmittedException missing() {
        return new NotAdmittedException(
                Why.MISSING, "authentication is required", "send Authorization: Bearer TOKEN", Duration.ZERO);
    }

    static NotAdmittedException malformed(String message) {
        return new NotAdmittedException(
                Why.MALFORMED, message, "send Authorization: Bearer TOKEN, once", Duration.ZERO);
    }

    static NotAdmittedException invalid(String message, String suggestion) {
        return new NotAdmittedException(Why.INVALID, message, suggestion, Duration.ZERO);
    }

    static NotAdmittedException noTier(String scopes) {
        return new NotAdmittedException(
                Why.NO_TIER,
                "the access token has no scope that grants access",
                "ask for scope " + scopes,
                Duration.ZERO);
    }

    static NotAdmittedException tooOften(Duration after) {
        return new NotAdmittedException(
                Why.TOO_OFTEN,
                "too many invalid tokens from this address",
                "fix the token, then retry later",
                after);
    }

    static NotAdmittedException unknowable(Duration after) {
        return new NotAdmittedException(
                Why.UNKNOWABLE,
                "access tokens cannot be checked now: the issuer's keys are not available",
                "retry later",
                after);
    }

    public Why why() {
        return why;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public String suggestion() {
        return suggestion;
    }

    /** Returns how long to wait before the next attempt. */
    public Duration after() {
        return after;
    }
}
