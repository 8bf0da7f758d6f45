package dev.plimsoll.gateway.auth.check;

import java.net.URI;
import java.util.List;

/**
 * Metadata URLs of an authorization server, as RFC 8414 and OpenID Connect define them. The two standards differ if the
 * issuer's URL has a path.
 */
public final class WellKnown {

    private static final String OAUTH = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    private WellKnown() {}

    /** Returns the URLs to try, in order. */
    public static List<URI> metadataUrls(URI issuer) {
        String root = issuer.getScheme() + "://" + issuer.getRawAuthority();
        String rawPath = issuer.getRawPath() == null ? "" : issuer.getRawPath();
        String path = rawPath.endsWith("/") ? rawPath.substring(0, rawPath.length() - 1) : rawPath;
        List<String> urls = path.isEmpty()
                ? List.of(root + OAUTH, root + OPENID)
                : List.of(root + OAUTH + path, root + OPENID + path, root + path + OPENID);
        return urls.stream().map(URI::create).toList();
    }
}
