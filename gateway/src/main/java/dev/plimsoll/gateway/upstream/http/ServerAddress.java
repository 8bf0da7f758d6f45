package dev.plimsoll.gateway.upstream.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the URLs that a server may refer to, such as redirects: only URLs of its own origin are followed,
 * because the headers of requests contain secrets for this origin.
 */
final class ServerAddress {

    private ServerAddress() {}

    /** Resolves a reference; returns null if it is not valid or leads to another origin. */
    static @Nullable URI resolveInOrigin(URI base, String reference) {
        try {
            URI url = base.resolve(new URI(reference.strip()));
            return origin(url).equals(origin(base)) && url.getRawUserInfo() == null ? url : null;
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the origin of a reference; null if it is not valid. */
    static @Nullable String originOf(URI base, String reference) {
        try {
            URI url = base.resolve(new URI(reference.strip()));
            return url.getHost() == null ? null : origin(url);
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns scheme, host, and port of a URL. They contain no secrets. */
    static String origin(URI url) {
        String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
        int port = url.getPort() >= 0 ? url.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + String.valueOf(url.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
    }

    /**
     * Returns whether a URL is on this machine. To such a server, requests ask for no compression, which
     * would cost more than it saves.
     */
    static boolean isLocal(URI url) {
        String host = String.valueOf(url.getHost());
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }
}
