package dev.plimsoll.gateway.auth;

import java.util.List;

/** Finds out who calls by whatever was given last. */
public final class ReloadableIdentification implements Identification {

    private volatile Identification now;

    public ReloadableIdentification(Identification first) {
        now = first;
    }

    /** From now on callers are who this says. */
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
