package dev.plimsoll.gateway.http.check;

import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.model.ErrorCode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests from pages of other sites. If the server listens only on the loopback address, also refuses requests
 * to host names other than its own, because another site can resolve its name to this machine (DNS rebinding).
 *
 * @param isLocal whether the server listens only on the loopback address
 * @param origins browser origins that may call, in addition to those of this machine
 * @param publicUrl the URL of the gateway if a proxy is in front, or null
 */
public record OriginCheck(
        boolean isLocal, List<String> origins, @Nullable URI publicUrl) {

    private static final Set<String> LOCAL_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    public void check(@Nullable String host, @Nullable String origin) throws HttpErrorException {
        checkHost(host);
        checkOrigin(origin);
    }

    public void checkHost(@Nullable String host) throws HttpErrorException {
        if (isLocal && (host == null || !isOwnHost(withoutPort(host)))) {
            throw HttpErrorException.of(
                    403, ErrorCode.FORBIDDEN, "this host name is not allowed", "call 127.0.0.1 or localhost");
        }
    }

    private boolean isOwnHost(String name) {
        return LOCAL_HOSTS.contains(name)
                || (publicUrl != null && publicUrl.getHost() != null && name.equalsIgnoreCase(publicUrl.getHost()));
    }

    private void checkOrigin(@Nullable String origin) throws HttpErrorException {
        if (origin != null && !isAllowed(origin)) {
            throw HttpErrorException.of(
                    403, ErrorCode.FORBIDDEN, "this origin is not allowed", "add it to origins in the configuration");
        }
    }

    private boolean isAllowed(String origin) {
        String lowerCaseOrigin = origin.toLowerCase(Locale.ROOT);
        for (String allowed : origins) {
            String allowedOrigin = allowed.toLowerCase(Locale.ROOT);
            if (lowerCaseOrigin.equals(
                    allowedOrigin.endsWith("/")
                            ? allowedOrigin.substring(0, allowedOrigin.length() - 1)
                            : allowedOrigin)) {
                return true;
            }
        }
        return (isLocal && isLocalOrigin(lowerCaseOrigin)) || lowerCaseOrigin.equals(PublicAddress.origin(publicUrl));
    }

    private static boolean isLocalOrigin(String origin) {
        try {
            URI uri = new URI(origin);
            boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return isHttp && uri.getHost() != null && LOCAL_HOSTS.contains(uri.getHost());
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        boolean hasPort = colon >= 0 && host.indexOf(']', colon) < 0;
        return (hasPort ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
    }
}
