package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.upstream.Upstream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Restarts a server that closed while its era was detected: some servers exit when they refuse a revision. */
@FunctionalInterface
public interface ServerRestart {

    /** A server that cannot be restarted. */
    ServerRestart NEVER = () -> null;

    /**
     * Opens a new connection to the same server. Returns null if the server cannot be restarted.
     *
     * @throws IOException if it cannot be opened, with a message for users
     */
    @Nullable Upstream connect() throws IOException;
}
