package dev.plimsoll.gateway.http.check;

import dev.plimsoll.gateway.config.model.NetworkConfig;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the address of callers behind proxies. Any client can send the headers {@code X-Forwarded-For} and
 * {@code Forwarded}, so only the entries that trusted proxies have written are used.
 *
 * @param trusted the trusted networks; if empty, the address of the connection counts
 */
public record TrustedProxies(List<NetworkConfig> trusted) {

    private static final String X_FORWARDED_FOR = "X-Forwarded-For";
    private static final String FORWARDED = "Forwarded";
    private static final String FOR = "for=";

    public TrustedProxies {
        trusted = List.copyOf(trusted);
    }

    /** Returns the caller's address, or null if the connection has none. */
    @Nullable InetAddress callerAddress(HttpCall call) {
        InetAddress connectionAddress = call.remoteAddress();
        return connectionAddress == null || !isTrusted(connectionAddress)
                ? connectionAddress
                : callerAddress(connectionAddress, call.headers(X_FORWARDED_FOR), call.headers(FORWARDED));
    }

    /**
     * Returns the caller's address. If the two headers name different addresses, neither is used, and the address of
     * the connection counts: the client may have written the header that the proxy does not write.
     */
    InetAddress callerAddress(InetAddress connectionAddress, List<String> xForwardedFor, List<String> forwarded) {
        InetAddress xForwardedForAddress = follow(connectionAddress, String.join(",", xForwardedFor), false);
        InetAddress forwardedAddress = follow(connectionAddress, String.join(",", forwarded), true);
        if (xForwardedFor.isEmpty() || forwarded.isEmpty()) {
            return xForwardedFor.isEmpty() ? forwardedAddress : xForwardedForAddress;
        }
        return xForwardedForAddress.equals(forwardedAddress) ? xForwardedForAddress : connectionAddress;
    }

    /** Returns whether the address belongs to a trusted proxy. */
    public boolean isTrusted(InetAddress address) {
        for (NetworkConfig networkConfig : trusted) {
            if (networkConfig.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Follows the header from its last entry to its first, as long as the writer of the entry is trusted. Returns the
     * last address that was found.
     *
     * @param isForwardedHeader whether the header is {@code Forwarded} and not {@code X-Forwarded-For}
     */
    private InetAddress follow(InetAddress connectionAddress, String header, boolean isForwardedHeader) {
        InetAddress current = connectionAddress;
        int end = header.length();
        while (end > 0 && isTrusted(current)) {
            int comma = header.lastIndexOf(',', end - 1);
            String entry = header.substring(comma + 1, end);
            InetAddress previous = parseAddress(isForwardedHeader ? findFor(entry) : entry.strip());
            if (previous == null) {
                return current;
            }
            current = previous;
            end = comma;
        }
        return current;
    }

    /** Returns the value of {@code for} in an entry. */
    private static String findFor(String entry) {
        for (String pair : entry.split(";", -1)) {
            String stripped = pair.strip();
            if (stripped.toLowerCase(Locale.ROOT).startsWith(FOR)) {
                return stripped.substring(FOR.length()).replace("\"", "");
            }
        }
        return "";
    }

    /** Parses an address that may have brackets and a port. */
    private static @Nullable InetAddress parseAddress(String text) {
        if (text.startsWith("[")) {
            int close = text.indexOf(']');
            return close < 0 ? null : NetworkConfig.parseAddress(text.substring(1, close));
        }
        int colon = text.indexOf(':');
        boolean hasPort = colon >= 0 && text.indexOf(':', colon + 1) < 0;
        return NetworkConfig.parseAddress(hasPort ? text.substring(0, colon) : text);
    }
}
