package dev.plimsoll.gateway.auth;

import java.util.List;

/** Treats all requests as the same caller. */
enum AnonymousIdentification implements Identification {
    INSTANCE;

    @Override
    public AuthenticatedCaller identify(RequestCredentials requestCredentials) {
        return AuthenticatedCaller.ANONYMOUS;
    }

    @Override
    public boolean requiresAuthentication() {
        return false;
    }

    @Override
    public List<String> issuers() {
        return List.of();
    }

    @Override
    public List<String> scopes() {
        return List.of();
    }
}
