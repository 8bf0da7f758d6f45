package dev.plimsoll.gateway.upstream.http;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Source of the Authorization header for servers without a configured one. Thread-safe. */
public interface UpstreamCredentials {

    /** Source for servers that get only their configured headers. */
    UpstreamCredentials NONE = new UpstreamCredentials() {
        @Override
        public @Nullable String authorization() {
            return null;
        }

        @Override
        public boolean onUnauthorized(@Nullable String sent, List<String> challenges) {
            return false;
        }
    };

    /** Returns the command that gets better credentials; null if there is none. */
    default @Nullable String loginCommand() {
        return null;
    }

    /**
     * Returns the header value, before each request; null for none. May block.
     *
     * @throws IOException if there should be a value, but it is not available
     * @throws dev.plimsoll.model.RefusedException likewise, with an error for the caller
     */
    @Nullable String authorization() throws IOException;

    /**
     * Handles status 401.
     *
     * @param sent the value that was refused; null if there was none
     * @param challenges the {@code WWW-Authenticate} headers
     * @return whether {@link #authorization} now returns another value, so that the request may be sent again
     */
    boolean onUnauthorized(@Nullable String sent, List<String> challenges) throws IOException;
}
