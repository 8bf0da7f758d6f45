package dev.plimsoll.gateway.upstream.http;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Source of the {@code Authorization} header for servers for which none is configured. Thread-safe. */
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

    /** Returns the command line that logs in at the server; null if there is none. */
    default @Nullable String loginCommand() {
        return null;
    }

    /**
     * Returns the value of the header; null for no header. Called before each request. May block.
     *
     * @throws IOException if the stored credentials cannot be accessed
     * @throws dev.plimsoll.model.RefusedException if the credentials cannot be used, for example because they cannot be
     *     renewed; the caller gets this error
     */
    @Nullable String authorization() throws IOException;

    /**
     * Handles a response with status 401.
     *
     * @param sent the value that the server has refused; null if the request had none
     * @param challenges the {@code WWW-Authenticate} headers
     * @return whether {@link #authorization} now returns another value, so that the request can be sent again
     */
    boolean onUnauthorized(@Nullable String sent, List<String> challenges) throws IOException;
}
