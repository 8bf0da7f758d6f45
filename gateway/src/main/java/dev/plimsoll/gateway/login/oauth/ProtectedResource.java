package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.login.oauth.LoginHttpClient.Response;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of an MCP server that requires authorization (RFC 9728).
 *
 * @param name the resource that tokens are requested for: the server's URL, or a parent of it
 * @param issuers its authorization servers
 * @param scopes the scopes that the server knows; empty if the metadata lists none
 */
record ProtectedResource(String name, List<String> issuers, List<String> scopes) {

    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    /**
     * Reads the metadata of a server from the URL that its challenge names, or else from the well-known URLs;
     * returns null if it has none.
     */
    static @Nullable ProtectedResource find(LoginHttpClient loginHttpClient, URI server, Challenges challenges)
            throws LoginException {
        ProtectedResource found = findNamed(loginHttpClient, server, challenges);
        return found == null ? findWellKnown(loginHttpClient, server) : found;
    }

    /**
     * Creates metadata for a server that publishes none: according to MCP revision 2025-03-26, it is its own
     * authorization server.
     */
    static ProtectedResource withoutMetadata(URI server) {
        return new ProtectedResource(
                TrustedOrigins.canonicalUrl(server), List.of(TrustedOrigins.originOf(server)), List.of());
    }

    private static @Nullable ProtectedResource findNamed(
            LoginHttpClient loginHttpClient, URI server, Challenges challenges) throws LoginException {
        String metadataUrl = challenges.resourceMetadata().orElse(null);
        if (metadataUrl == null) {
            return null;
        }
        URI url;
        try {
            url = server.resolve(metadataUrl.strip());
        } catch (IllegalArgumentException e) {
            throw new LoginException("the server's resource_metadata is not a URL");
        }
        if (!TrustedOrigins.originOf(url).equals(TrustedOrigins.originOf(server)) || url.getRawUserInfo() != null) {
            throw new LoginException("the server's resource_metadata has another origin: it is not read");
        }
        return parse(loginHttpClient.get(url), server);
    }

    private static @Nullable ProtectedResource findWellKnown(LoginHttpClient loginHttpClient, URI server)
            throws LoginException {
        String root = server.getScheme() + "://" + server.getRawAuthority();
        String path = server.getRawPath() == null ? "" : server.getRawPath();
        List<String> urls = path.isEmpty() || path.equals("/")
                ? List.of(root + WELL_KNOWN)
                : List.of(root + WELL_KNOWN + path, root + WELL_KNOWN);
        for (String url : urls) {
            ProtectedResource found = parse(loginHttpClient.get(URI.create(url)), server);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable ProtectedResource parse(Response response, URI server) throws LoginException {
        OAuthDocument oAuthDocument = response.isSuccess() ? response.findDocument() : null;
        if (oAuthDocument == null) {
            return null;
        }
        String name = oAuthDocument.findText("resource");
        if (name == null || !isResourceOf(name, server)) {
            throw new LoginException("the server's metadata (" + response.url().getPath()
                    + ") is about another resource than " + TrustedOrigins.originOf(server) + server.getRawPath());
        }
        List<String> issuers = oAuthDocument.findTexts("authorization_servers");
        if (issuers == null || issuers.isEmpty()) {
            throw new LoginException("the server's metadata names no authorization server");
        }
        List<String> scopes = Objects.requireNonNullElse(oAuthDocument.findTexts("scopes_supported"), List.of());
        return new ProtectedResource(name, issuers, Challenges.parseScopes(String.join(" ", scopes)));
    }

    /**
     * Returns whether a resource name is the URL of this server, or a parent of it: {@code https://a.example}
     * covers {@code https://a.example/mcp}.
     */
    private static boolean isResourceOf(String name, URI server) {
        try {
            URI resource = URI.create(name);
            String path = resource.getRawPath() == null ? "" : resource.getRawPath();
            String pathPrefix = path.endsWith("/") ? path : path + "/";
            boolean isParent = (server.getRawPath() + "/").startsWith(pathPrefix) && resource.getRawQuery() == null;
            return resource.getRawFragment() == null
                    && resource.getRawUserInfo() == null
                    && TrustedOrigins.originOf(resource).equals(TrustedOrigins.originOf(server))
                    && (TrustedOrigins.canonicalUrl(resource).equals(TrustedOrigins.canonicalUrl(server)) || isParent);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
