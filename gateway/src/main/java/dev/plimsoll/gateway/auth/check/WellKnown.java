package dev.plimsoll.gateway.auth.check;

import java.net.URI;
import java.util.List;

/**
 * Metadata URLs of an authorization server by RFC 8414 and OpenID Connect. The two standards differ if the issuer's URL
 * has a path.
 */
public final class WellKnown {

    private static final String OAUTH = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    private WellKnown() {}

    /** Returns the URLs to try, in order. */
    public static List<URI> of(URI issuer) {
        String root = issuer.getScheme() + "://" + issuer.getRawAuthority();
        String raw = issuer.getRawPath() == null ? "" : issuer.getRawPath();
        String path = raw.endsWith("/") ? raw.substring(0, raw.length() - 1) : raw;
        List<String> all = path.isEmpty()
                ? List.of(root + OAUTH, root + OPENID)
                : List.of(root + OAUTH + path, root + OPENID + path, root + path + OPENID);
        return all.stream().map(URI::create).toList();
    }
}
