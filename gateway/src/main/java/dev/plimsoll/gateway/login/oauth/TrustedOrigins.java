package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.config.key.LoopbackAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the URLs that a login may use. They must use https. URLs on this machine may also use http, but
 * only the login of a server on this machine may use URLs on this machine.
 *
 * @param isLocal whether the server is on this machine, so that URLs on this machine are allowed
 */
public record TrustedOrigins(boolean isLocal) {

    private static final int MAX_URL_LENGTH = 2_000;

    static TrustedOrigins of(URI server) {
        return new TrustedOrigins(isLocal(server));
    }

    /**
     * Parses a URL.
     *
     * @param name where the URL comes from, for the error message
     * @throws LoginException if the URL is missing, not valid, or not allowed
     */
    URI parseUrl(String name, @Nullable String text) throws LoginException {
        if (text == null) {
            throw new LoginException(name + " is missing");
        }
        try {
            URI uri = new URI(text);
            if (text.length() <= MAX_URL_LENGTH
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null
                    && isAllowed(uri)) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // reported below
        }
        throw new LoginException(name + " must be an https URL" + (isLocal ? ", or one of this machine" : ""));
    }

    private boolean isAllowed(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (uri.getHost() == null) {
            return false;
        }
        return isLocal(uri) ? isLocal && scheme.matches("https?") : scheme.equals("https");
    }

    /** Returns whether no third party can read what is sent to the URL. */
    public static boolean isConfidential(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme()) || ("http".equalsIgnoreCase(uri.getScheme()) && isLocal(uri));
    }

    private static boolean isLocal(URI uri) {
        return uri.getHost() != null && LoopbackAddress.matches(uri.getHost());
    }

    /** Returns scheme, host, and port in a form that can be compared. */
    static String originOf(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        boolean isDefaultPort = uri.getPort() < 0 || uri.getPort() == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + host + (isDefaultPort ? "" : ":" + uri.getPort());
    }

    /** Returns the canonical form of a server's URL, which identifies the server. */
    public static String canonicalUrl(URI url) {
        String path = url.getRawPath() == null || url.getRawPath().equals("/") ? "" : url.getRawPath();
        return originOf(url) + path + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    }
}
