package dev.plimsoll.gateway.auth;

import java.time.Duration;

/** Thrown when a caller is not admitted. Says what is wrong and what to do. Never contains the credentials. */
public final class NotAdmittedException extends Exception {

    private static final long serialVersionUID = 1;

    /** Reason for the refusal. */
    public enum Reason {
        /** Credentials are missing. */
        MISSING,
        /** Credentials are malformed. */
        MALFORMED,
        /** The token is unknown or invalid. */
        INVALID,
        /** The token is valid, but grants no tier here. */
        NO_TIER,
        /** Too many invalid tokens came from this address. */
        TOO_MANY_ATTEMPTS,
        /** The token cannot be checked at the moment. */
        NOT_VERIFIABLE
    }

    private final Reason reason;
    private final String suggestion;
    private final Duration retryAfter;

    private NotAdmittedException(Reason reason, String message, String suggestion, Duration retryAfter) {
        super(message, null, false, false);
        this.reason = reason;
        this.suggestion = suggestion;
        this.retryAfter = retryAfter;
    }

    /** Creates the exception for a request without credentials. */
    public static NotAdmittedException missing() {
        return new NotAdmittedException(
                Reason.MISSING, "authentication is required", "send Authorization: Bearer TOKEN", Duration.ZERO);
    }

    /** Creates the exception for credentials that are malformed. */
    public static NotAdmittedException malformed(String message) {
        return new NotAdmittedException(
                Reason.MALFORMED, message, "send Authorization: Bearer TOKEN, once", Duration.ZERO);
    }

    /** Creates the exception for credentials that are unknown or invalid. */
    public static NotAdmittedException invalid(String message, String suggestion) {
        return new NotAdmittedException(Reason.INVALID, message, suggestion, Duration.ZERO);
    }

    /** Creates the exception for a valid token that grants no tier. */
    public static NotAdmittedException noTier(String scopes) {
        return new NotAdmittedException(
                Reason.NO_TIER,
                "the access token has no scope that grants access",
                "ask for scope " + scopes,
                Duration.ZERO);
    }

    /** Creates the exception for an address with too many invalid tokens. */
    public static NotAdmittedException tooManyAttempts(Duration retryAfter) {
        return new NotAdmittedException(
                Reason.TOO_MANY_ATTEMPTS,
                "too many invalid tokens from this address",
                "fix the token, then retry later",
                retryAfter);
    }

    /** Creates the exception for a token that cannot be checked at the moment. */
    public static NotAdmittedException notVerifiable(Duration retryAfter) {
        return new NotAdmittedException(
                Reason.NOT_VERIFIABLE,
                "access tokens cannot be checked now: the issuer's keys are not available",
                "retry later",
                retryAfter);
    }

    public Reason reason() {
        return reason;
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public String suggestion() {
        return suggestion;
    }

    /** Returns how long to wait before the next attempt. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
