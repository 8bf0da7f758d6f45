package dev.plimsoll.gateway.login;

import java.io.IOException;

/** Access was not had, in words for people; nothing secret is in them. */
public final class LoginException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean denied;

    private LoginException(String message, boolean denied) {
        super(message);
        this.denied = denied;
    }

    LoginException(String message) {
        this(message, false);
    }

    /** Somebody has decided so: to ask again is no use. */
    static LoginException denied(String message) {
        return new LoginException(message, true);
    }

    boolean isDenied() {
        return denied;
    }
}
