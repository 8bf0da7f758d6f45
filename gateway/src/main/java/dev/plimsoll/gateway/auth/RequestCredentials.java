package dev.plimsoll.gateway.auth;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Credentials and target of a request.
 *
 * @param authorization the values of the {@code Authorization} headers
 * @param remoteAddress address of the client; null if unknown
 * @param rootUrl base URL of the gateway, as callers know it, without a final slash
 * @param path the called path, below {@code rootUrl}
 * @param certificate the client's verified certificate; null if it has none
 */
public record RequestCredentials(
        List<String> authorization,
        @Nullable InetAddress remoteAddress,
        String rootUrl,
        String path,
        @Nullable X509Certificate certificate) {

    public RequestCredentials {
        authorization = List.copyOf(authorization);
    }

    /** Omits the credentials. */
    @Override
    public String toString() {
        return "RequestCredentials[for " + rootUrl + path + "]";
    }
}
