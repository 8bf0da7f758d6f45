package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.share.HandshakeResult;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.Slice;
import java.time.Duration;

/** The bridge that a client needs to a server. */
public final class TranslationFactory {

    private static final String CALL = "tools/call";

    private TranslationFactory() {}

    /**
     * For a request that says all about itself, as from 2026-07-28 on.
     *
     * @param seal for what a newer server gives its client to keep
     * @param caller who makes the request, and of which server
     */
    public static Upstream modern(Upstream server, HandshakeResult handshakeResult, RequestStateCipher seal, String caller) {
        return handshakeResult.modern() ? new RequestStateFilter(server, seal, caller) : new ModernOnLegacy(server, handshakeResult.result());
    }

    /** For a client that initializes, of the revisions up to 2025-11-25. */
    public static Upstream legacy(Upstream server, HandshakeResult handshakeResult) {
        return handshakeResult.modern() ? new LegacyOnModern(server, handshakeResult.result()) : new InitializeReplay(server, handshakeResult.result());
    }

    /**
     * For a server that nobody has opened yet, and a client that opens it itself, as it is used to.
     *
     * @param known what others found out of its era, and this one will
     * @param serverRestart for a server that ends when it refuses a revision
     */
    public static Upstream either(Upstream server, KnownEra known, ServerRestart serverRestart) {
        return new ServerEraDetector(server, known, serverRestart);
    }

    /**
     * The same, for a client that may be of 2026-07-28 alone: then it is opened for it.
     *
     * @param patience how long that may take
     */
    public static Upstream any(Upstream server, ServerRestart serverRestart, Duration patience, Log log) {
        return new ClientEraDetector(server, new KnownEra(), serverRestart, patience, log);
    }

    /** A tool's result that a server gave to a client of an earlier revision, as one of 2026-07-28 takes it. */
    public static Slice modernResult(Slice result) {
        return ModernMessages.result(CALL, result);
    }

    /** A tool's result that a server gave to a client of 2026-07-28, as one of that revision takes it. */
    public static Slice legacyResult(Slice result, String revision) {
        return LegacyResults.of(CALL, result, revision);
    }
}
