package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.share.Opened;
import dev.plimsoll.gateway.upstream.Upstream;

/** The bridge that a client needs to a server. */
public final class Bridges {

    private Bridges() {}

    /** For a request that says all about itself, as from 2026-07-28 on. */
    public static Upstream modern(Upstream server, Opened opened) {
        return opened.modern() ? server : new ModernOnLegacy(server, opened.result());
    }

    /** For a client that initializes, of the revisions up to 2025-11-25. */
    public static Upstream legacy(Upstream server, Opened opened) {
        return opened.modern() ? new LegacyOnModern(server, opened.result()) : new LegacyJoins(server, opened.result());
    }

    /**
     * For a server that nobody has opened yet, and a client that opens it itself, as it is used to.
     *
     * @param known what others found out of its era, and this one will
     */
    public static Upstream either(Upstream server, KnownEra known) {
        return new EitherEra(server, known);
    }
}
