package dev.plimsoll.gateway.http.check;

import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The URL by which callers reach the gateway.
 *
 * @param configured the URL if a proxy is in front; null to use the {@code Host} header
 */
public record PublicAddress(@Nullable URI configured) {

    /** Returns the root URL, without a slash at its end. */
    String rootUrl(HttpCall call) throws HttpErrorException {
        if (configured != null) {
            return orEmpty(origin(configured)) + (configured.getRawPath() == null ? "" : configured.getRawPath());
        }
        String host = call.header("Host");
        if (host == null || !host.matches("[A-Za-z0-9._-]+(:\\d{1,5})?|\\[[0-9A-Fa-f:.]+](:\\d{1,5})?")) {
            throw HttpErrorException.invalidRequest(400, "the Host header is not a host name", "Host: NAME:PORT");
        }
        String scheme = call.isSecure() ? "https" : "http";
        return scheme + "://" + withoutDefaultPort(host.toLowerCase(Locale.ROOT), call.isSecure() ? ":443" : ":80");
    }

    /** Returns a path as callers see it: with the prefix of the configured URL. */
    String publicPath(String path) {
        return (configured == null || configured.getRawPath() == null ? "" : configured.getRawPath()) + path;
    }

    /** Returns scheme, host, and port as browsers write them; null without a URL. */
    static @Nullable String origin(@Nullable URI url) {
        if (url == null || url.getScheme() == null || url.getRawAuthority() == null) {
            return null;
        }
        String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        String authority = url.getRawAuthority().toLowerCase(Locale.ROOT);
        return scheme + "://" + withoutDefaultPort(authority, scheme.equals("https") ? ":443" : ":80");
    }

    private static String orEmpty(@Nullable String origin) {
        return origin == null ? "" : origin;
    }

    private static String withoutDefaultPort(String host, String port) {
        return host.endsWith(port) ? host.substring(0, host.length() - port.length()) : host;
    }
}
