package dev.plimsoll.gateway.auth;

import java.util.List;

/** Takes everyone for the same. */
enum Anyone implements Identification {
    INSTANCE;

    @Override
    public Caller of(Credentials credentials) {
        return Caller.ANYONE;
    }

    @Override
    public boolean asks() {
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
