package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.config.model.NetworkConfig;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where calls come from that come through proxies. A header says so ({@code X-Forwarded-For}, {@code Forwarded}) that
 * anybody can send: it is believed as far back as those are trusted who have written it.
 *
 * @param trusted none: where the connection comes from
 */
record TrustedProxies(List<NetworkConfig> trusted) {

    private static final String COMMON = "X-Forwarded-For";
    private static final String STANDARD = "Forwarded";
    private static final String FOR = "for=";

    TrustedProxies {
        trusted = List.copyOf(trusted);
    }

    /** Null where that is no address. */
    @Nullable InetAddress from(HttpCall call) {
        InetAddress direct = call.from();
        return direct == null || !isTrusted(direct)
                ? direct
                : from(direct, call.headers(COMMON), call.headers(STANDARD));
    }

    /** What both say must be the same: of a proxy that writes one of them, the client might have written the other. */
    InetAddress from(InetAddress direct, List<String> common, List<String> standard) {
        InetAddress one = followed(direct, String.join(",", common), false);
        InetAddress other = followed(direct, String.join(",", standard), true);
        if (common.isEmpty() || standard.isEmpty()) {
            return common.isEmpty() ? other : one;
        }
        return one.equals(other) ? one : direct;
    }

    private boolean isTrusted(InetAddress address) {
        for (NetworkConfig networkConfig : trusted) {
            if (networkConfig.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /** From the last that was written to the first, as long as whoever wrote it is trusted. */
    private InetAddress followed(InetAddress direct, String header, boolean pairs) {
        InetAddress at = direct;
        int end = header.length();
        while (end > 0 && isTrusted(at)) {
            int comma = header.lastIndexOf(',', end - 1);
            String entry = header.substring(comma + 1, end);
            InetAddress before = address(pairs ? named(entry) : entry.strip());
            if (before == null) {
                return at;
            }
            at = before;
            end = comma;
        }
        return at;
    }

    /** What {@code for} says among the pairs of an entry. */
    private static String named(String entry) {
        for (String pair : entry.split(";", -1)) {
            String plain = pair.strip();
            if (plain.toLowerCase(Locale.ROOT).startsWith(FOR)) {
                return plain.substring(FOR.length()).replace("\"", "");
            }
        }
        return "";
    }

    /** Maybe in brackets, maybe with a port. */
    private static @Nullable InetAddress address(String text) {
        if (text.startsWith("[")) {
            int close = text.indexOf(']');
            return close < 0 ? null : NetworkConfig.address(text.substring(1, close));
        }
        int colon = text.indexOf(':');
        boolean port = colon >= 0 && text.indexOf(':', colon + 1) < 0;
        return NetworkConfig.address(port ? text.substring(0, colon) : text);
    }
}
