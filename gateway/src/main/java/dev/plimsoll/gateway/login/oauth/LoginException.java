package dev.plimsoll.gateway.login.oauth;

import java.io.IOException;

/** Thrown when a login fails. The message is written for people and contains no secret. */
public final class LoginException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean isDenied;

    private LoginException(String message, boolean isDenied) {
        super(message);
        this.isDenied = isDenied;
    }

    /** Creates an exception with a message for people. */
    public LoginException(String message) {
        this(message, false);
    }

    /** Creates an exception for a refusal by the authorization server: a retry does not help. */
    static LoginException denied(String message) {
        return new LoginException(message, true);
    }

    /** Returns whether the authorization server refused: then a retry does not help. */
    public boolean isDenied() {
        return isDenied;
    }
}
