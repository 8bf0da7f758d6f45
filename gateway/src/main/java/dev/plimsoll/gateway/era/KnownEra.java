package dev.plimsoll.gateway.era;

/**
 * Hint for the next connection to a server: the era whose method is tried first. It is legacy until a modern
 * server is detected. A wrong hint costs one request.
 */
public final class KnownEra {

    private volatile boolean isModern;

    boolean isModern() {
        return isModern;
    }

    void setModern(boolean isNowModern) {
        isModern = isNowModern;
    }
}
