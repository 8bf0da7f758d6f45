package dev.plimsoll.gateway.auth;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a caller shows.
 *
 * @param authorization the headers of that name
 * @param from where the call comes from, if that is an address
 * @param root the URL of all that is served, as callers know it; without a slash at its end
 * @param path what they call there
 */
public record RequestCredentials(
        List<String> authorization, @Nullable InetAddress from, String root, String path) {

    public RequestCredentials {
        authorization = List.copyOf(authorization);
    }

    /** Without what they show. */
    @Override
    public String toString() {
        return "Credentials[for " + root + path + "]";
    }
}
