package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.share.Opened;
import dev.plimsoll.gateway.upstream.Upstream;

/** The bridge that a client needs to a server that was opened on behalf of all. */
public final class Bridges {

    private Bridges() {}

    /** For a request that says all about itself, as from 2026-07-28 on. */
    public static Upstream modern(Upstream server, Opened opened) {
        return opened.modern() ? server : new ModernOnLegacy(server, opened.result());
    }

    /** For a client that initializes, of the revisions up to 2025-11-25. */
    public static Upstream legacy(Upstream server, Opened opened) {
        return opened.modern() ? server : new LegacyJoins(server, opened.result());
    }
}
