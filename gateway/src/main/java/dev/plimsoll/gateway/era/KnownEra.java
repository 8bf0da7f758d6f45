package dev.plimsoll.gateway.era;

/** The era that was detected for a server, for the next client that opens it. A wrong value costs one request. */
public final class KnownEra {

    private volatile boolean isModern;

    boolean isModern() {
        return isModern;
    }

    void setModern(boolean newValue) {
        isModern = newValue;
    }
}
