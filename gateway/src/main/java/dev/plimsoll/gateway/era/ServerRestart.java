package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.upstream.Upstream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Starts a server once more that has ended before it was opened: some end when they refuse a revision. */
@FunctionalInterface
public interface ServerRestart {

    /** For a server that cannot be started again. */
    ServerRestart NEVER = () -> null;

    /**
     * A new connection to the same server; null when there is none.
     *
     * @throws IOException when it cannot be had, in words for people
     */
    @Nullable Upstream connect() throws IOException;
}
