package dev.plimsoll.gateway.auth;

import java.util.List;

/** Identification that can be replaced while the gateway runs. */
public final class ReloadableIdentification implements Identification {

    private volatile Identification current;

    public ReloadableIdentification(Identification initial) {
        current = initial;
    }

    /** Replaces the identification for new requests. */
    public void replace(Identification replacement) {
        current = replacement;
    }

    @Override
    public AuthenticatedCaller identify(RequestCredentials requestCredentials) throws NotAdmittedException {
        return current.identify(requestCredentials);
    }

    @Override
    public boolean requiresAuthentication() {
        return current.requiresAuthentication();
    }

    @Override
    public List<String> issuers() {
        return current.issuers();
    }

    @Override
    public List<String> scopes() {
        return current.scopes();
    }
}
