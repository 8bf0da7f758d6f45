package dev.plimsoll.gateway.saved;

import dev.plimsoll.gateway.digest.Sha256;
import dev.plimsoll.gateway.proxy.request.CallerContext;

/**
 * Caller to whom views of one server belong.
 *
 * @param caller name of the caller, the same for all servers
 * @param binding digest of the caller and of the server's identity: its command, environment, or URL
 */
public record ViewOwner(String caller, String binding) {

    private static final int DIGEST_BYTES = 16;

    /** Returns the owner for the sessions of a caller with one server. */
    static ViewOwner of(CallerContext context) {
        // the name for rate limits is the same in all sessions: the caller, @, and the identity of the server
        String name = context.rateLimitKey();
        int separator = name.lastIndexOf('@');
        return new ViewOwner(separator < 0 ? name : name.substring(0, separator), digest(name));
    }

    /** Returns a digest of a text for the name of a file. */
    static String digest(String text) {
        return Sha256.hex(text, DIGEST_BYTES);
    }
}
