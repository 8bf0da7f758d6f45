package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.http.exchange.AcceptedTypes;
import dev.plimsoll.gateway.http.exchange.ResponseDelivery;
import java.time.Duration;

/** Response terms for clients with a session. */
class LegacyResponseTerms implements ResponseDelivery.Terms {

    private final AcceptedTypes acceptedTypes;
    private final Duration keepAlive;
    private final ClientSession clientSession;

    LegacyResponseTerms(AcceptedTypes acceptedTypes, Duration keepAlive, ClientSession clientSession) {
        this.acceptedTypes = acceptedTypes;
        this.keepAlive = keepAlive;
        this.clientSession = clientSession;
    }

    ClientSession clientSession() {
        return clientSession;
    }

    @Override
    public AcceptedTypes acceptedTypes() {
        return acceptedTypes;
    }

    @Override
    public Duration streamDelay() {
        return keepAlive;
    }

    @Override
    public Duration keepAlive() {
        return keepAlive;
    }

    @Override
    public boolean isResumable() {
        return true;
    }

    @Override
    public boolean startsWithId() {
        return clientSession.revision().hasStreamIds();
    }
}
