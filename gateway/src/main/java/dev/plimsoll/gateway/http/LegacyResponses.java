package dev.plimsoll.gateway.http;

import java.time.Duration;

/** Response terms for clients with a session. */
class LegacyResponses implements ResponseDelivery.Terms {

    private final AcceptedTypes acceptedTypes;
    private final Duration keepAlive;
    private final ClientSession clientSession;

    LegacyResponses(AcceptedTypes acceptedTypes, Duration keepAlive, ClientSession clientSession) {
        this.acceptedTypes = acceptedTypes;
        this.keepAlive = keepAlive;
        this.clientSession = clientSession;
    }

    ClientSession session() {
        return clientSession;
    }

    @Override
    public AcceptedTypes accepts() {
        return acceptedTypes;
    }

    @Override
    public Duration patience() {
        return keepAlive;
    }

    @Override
    public Duration keepAlive() {
        return keepAlive;
    }

    @Override
    public boolean resumable() {
        return true;
    }

    @Override
    public boolean marked() {
        return Revisions.marks(clientSession.revision());
    }
}
