package dev.plimsoll.gateway.http;

import java.time.Duration;

/** How clients with a session are answered. */
class LegacyTerms implements Delivery.Terms {

    private final Accepts accepts;
    private final Duration keepAlive;
    private final Session session;

    LegacyTerms(Accepts accepts, Duration keepAlive, Session session) {
        this.accepts = accepts;
        this.keepAlive = keepAlive;
        this.session = session;
    }

    Session session() {
        return session;
    }

    @Override
    public Accepts accepts() {
        return accepts;
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
        return Revisions.marks(session.revision());
    }
}
