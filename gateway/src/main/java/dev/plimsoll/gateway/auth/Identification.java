package dev.plimsoll.gateway.auth;

import java.util.List;

/** Identifies callers. */
public interface Identification {

    /**
     * Returns the caller of a request.
     *
     * @throws NotAdmittedException if the caller cannot be identified or is not admitted
     */
    AuthenticatedCaller identify(RequestCredentials requestCredentials) throws NotAdmittedException;

    /** Returns whether callers must authenticate. */
    default boolean requiresAuthentication() {
        return true;
    }

    /** Returns the issuers of accepted access tokens; empty if only static tokens are accepted. */
    List<String> issuers();

    /** Returns the scopes that clients can request for access tokens. */
    List<String> scopes();

    /** Returns an identification without authentication. */
    static Identification none() {
        return AnonymousIdentification.INSTANCE;
    }
}
