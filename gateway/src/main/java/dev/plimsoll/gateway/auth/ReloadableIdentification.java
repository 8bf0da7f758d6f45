package dev.plimsoll.gateway.auth;

import java.util.List;

/** Identification that can be replaced while the gateway runs. */
public final class ReloadableIdentification implements Identification {

    private volatile Identification now;

    public ReloadableIdentification(Identification first) {
        now = first;
    }

    /** Replaces the identification for new requests. */
    public void replace(Identification other) {
        now = other;
    }

    @Override
    public AuthenticatedCaller of(RequestCredentials requestCredentials) throws NotAdmittedException {
        return now.of(requestCredentials);
    }

    @Override
    public boolean asks() {
        return now.asks();
    }

    @Override
    public List<String> issuers() {
        return now.issuers();
    }

    @Override
    public List<String> scopes() {
        return now.scopes();
    }
}
