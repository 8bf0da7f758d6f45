package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.key.LoopbackAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which places may take part in a login: those that are spoken to in secret. On this machine that is not needed, but only
 * a server that is here itself may send us to others that are here.
 *
 * @param local whether places on this machine may take part
 */
record TrustedOrigins(boolean local) {

    private static final int LONGEST = 2_000;

    static TrustedOrigins of(URI server) {
        return new TrustedOrigins(isLocal(server));
    }

    /** What a text names; an exception says that it is no place to go to. */
    URI place(String what, @Nullable String text) throws LoginException {
        if (text == null) {
            throw new LoginException(what + " is missing");
        }
        try {
            URI uri = new URI(text);
            if (text.length() <= LONGEST
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null
                    && allows(uri)) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // said below
        }
        throw new LoginException(what + " must be an https URL" + (local ? ", or one of this machine" : ""));
    }

    private boolean allows(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (uri.getHost() == null) {
            return false;
        }
        return isLocal(uri) ? local && scheme.matches("https?") : scheme.equals("https");
    }

    /** Whether what is sent there can be read by nobody else. */
    static boolean isSecret(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme()) || ("http".equalsIgnoreCase(uri.getScheme()) && isLocal(uri));
    }

    private static boolean isLocal(URI uri) {
        return uri.getHost() != null && LoopbackAddress.names(uri.getHost());
    }

    /** Scheme, host and port, as they are compared. */
    static String origin(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        boolean usual = uri.getPort() < 0 || uri.getPort() == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + host + (usual ? "" : ":" + uri.getPort());
    }

    /** A server's URL in the one way to write it, by which it is known again. */
    static String canonical(URI url) {
        String path = url.getRawPath() == null || url.getRawPath().equals("/") ? "" : url.getRawPath();
        return origin(url) + path + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    }
}
