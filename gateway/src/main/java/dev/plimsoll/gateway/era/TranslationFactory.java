package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.era.legacy.LegacyOnModern;
import dev.plimsoll.gateway.era.modern.ModernOnLegacy;
import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.shared.ConnectionTasks;
import dev.plimsoll.gateway.upstream.shared.HandshakeResult;
import dev.plimsoll.json.Slice;
import java.time.Duration;
import java.util.List;

/** Creates the translation between a client and a server. */
public final class TranslationFactory {

    private TranslationFactory() {}

    /**
     * Creates the translation for requests without {@code initialize}, of 2026-07-28 or later.
     *
     * @param cipher encrypts the request states of a modern server
     * @param caller the caller and the server, to which request states are bound
     * @param tasks the tasks of modern clients on the connection
     */
    public static MessageFilter createForModernClient(
            HandshakeResult handshakeResult, RequestStateCipher cipher, String caller, ConnectionTasks tasks) {
        return handshakeResult.isModern()
                ? new RequestStateFilter(cipher, caller)
                : new ModernOnLegacy(handshakeResult.result(), tasks);
    }

    /** Creates the translation for a client that initializes, of revisions up to 2025-11-25. */
    public static MessageFilter createForLegacyClient(HandshakeResult handshakeResult) {
        return handshakeResult.isModern()
                ? new LegacyOnModern(handshakeResult.result())
                : new InitializeReplay(handshakeResult.result());
    }

    /**
     * Creates the translation for a client that initializes a server of unknown era.
     *
     * @param knownEra the era that other clients have detected; the new translation updates it
     * @param serverRestart restarts a server that closes when it refuses a revision
     */
    public static Upstream createDetectingServer(Upstream server, KnownEra knownEra, ServerRestart serverRestart) {
        RestartableServer restartable = new RestartableServer(server, serverRestart);
        return FilterChain.of(restartable, List.of(new ServerEraDetector(knownEra, restartable)));
    }

    /**
     * Creates the translation for a client and a server of unknown eras. If the client is modern, the translation opens
     * the server itself, because the client does not send {@code initialize}.
     *
     * @param timeout the timeout for opening the server
     */
    public static Upstream createDetectingBoth(
            Upstream server, ServerRestart serverRestart, Duration timeout, Log log) {
        return new ClientEraDetector(server, new KnownEra(), serverRestart, timeout, log);
    }

    /** Translates a tool result of a legacy server for a modern client. */
    public static Slice toModernResult(Slice result) {
        return ModernOnLegacy.translateToolResult(result);
    }

    /** Translates a tool result of a modern server for a client of this revision. */
    public static Slice toLegacyResult(Slice result, Revision revision) {
        return LegacyOnModern.translateToolResult(result, revision);
    }
}
