package dev.plimsoll.gateway.era;

/** What was found out about the era of a server, for the next who opens it. A wrong guess costs one question. */
public final class KnownEra {

    private volatile boolean modern;

    boolean isModern() {
        return modern;
    }

    void found(boolean isModern) {
        modern = isModern;
    }
}
