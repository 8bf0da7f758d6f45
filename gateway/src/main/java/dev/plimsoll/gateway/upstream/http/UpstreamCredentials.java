package dev.plimsoll.gateway.upstream.http;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the Authorization header of requests comes from whose server has none configured. Safe for use by many threads. */
public interface UpstreamCredentials {

    /** Those of a server that gets no more than its configured headers. */
    UpstreamCredentials NONE = new UpstreamCredentials() {
        @Override
        public @Nullable String authorization() {
            return null;
        }

        @Override
        public boolean refused(@Nullable String sent, List<String> challenges) {
            return false;
        }
    };

    /** The command by which somebody gets better ones; null where there is none. */
    default @Nullable String remedy() {
        return null;
    }

    /**
     * The header's value, asked for before each request; null for none. May take its time.
     *
     * @throws IOException when there should be one and it cannot be had
     * @throws dev.plimsoll.model.RefusedException the same, with what whoever waits is to be told
     */
    @Nullable String authorization() throws IOException;

    /**
     * The server has answered 401.
     *
     * @param sent the value that was not good enough; null when there was none
     * @param challenges its {@code WWW-Authenticate} headers
     * @return whether {@link #authorization} now gives another, so that the request may be sent once more
     */
    boolean refused(@Nullable String sent, List<String> challenges) throws IOException;
}
