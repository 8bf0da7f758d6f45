package dev.plimsoll.gateway.login.oauth;

import java.io.IOException;

/** Thrown when a login fails. The message is written for people and contains no secret. */
public final class LoginException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean isPermanent;

    private LoginException(String message, boolean isPermanent) {
        super(message);
        this.isPermanent = isPermanent;
    }

    /** Creates an exception with a message for people. */
    public LoginException(String message) {
        this(message, false);
    }

    /** Creates an exception for a failure that a retry cannot correct, such as a refusal. */
    static LoginException permanent(String message) {
        return new LoginException(message, true);
    }

    /** Returns whether a retry cannot correct the failure. */
    public boolean isPermanent() {
        return isPermanent;
    }
}
