package dev.plimsoll.gateway.upstream.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the URLs that a server may refer to: only those of its own origin, because our headers carry secrets for
 * it.
 */
final class ServerAddress {

    private ServerAddress() {}

    /** Resolves a reference; returns null if it is not valid or leads to another origin. */
    static @Nullable URI within(URI base, String reference) {
        try {
            URI place = base.resolve(new URI(reference.strip()));
            return origin(place).equals(origin(base)) && place.getRawUserInfo() == null ? place : null;
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the origin of a reference; null if it is not valid. */
    static @Nullable String originOf(URI base, String reference) {
        try {
            URI place = base.resolve(new URI(reference.strip()));
            return place.getHost() == null ? null : origin(place);
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns scheme, host, and port, which contain no secrets. */
    static String origin(URI place) {
        String scheme = String.valueOf(place.getScheme()).toLowerCase(Locale.ROOT);
        int port = place.getPort() >= 0 ? place.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + String.valueOf(place.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
    }

    /** Returns whether the URL is on this machine, where compression costs more than it saves. */
    static boolean isLocal(URI place) {
        String host = String.valueOf(place.getHost());
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }
}
