package dev.plimsoll.gateway.upstream.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Places that a server may send us to: those of its own origin. Our headers carry secrets that are meant for it alone. */
final class ServerAddress {

    private ServerAddress() {}

    /** What a reference means at that place; null when it is none, or lies in another origin. */
    static @Nullable URI within(URI base, String reference) {
        try {
            URI place = base.resolve(new URI(reference.strip()));
            return origin(place).equals(origin(base)) && place.getRawUserInfo() == null ? place : null;
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }

    /** The origin that a reference leads to; null when it is no reference. */
    static @Nullable String originOf(URI base, String reference) {
        try {
            URI place = base.resolve(new URI(reference.strip()));
            return place.getHost() == null ? null : origin(place);
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Scheme, host and port; without what may be secret. */
    static String origin(URI place) {
        String scheme = String.valueOf(place.getScheme()).toLowerCase(Locale.ROOT);
        int port = place.getPort() >= 0 ? place.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + String.valueOf(place.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
    }

    /** Whether it is this machine: to compress there costs more than it saves. */
    static boolean isLocal(URI place) {
        String host = String.valueOf(place.getHost());
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }
}
