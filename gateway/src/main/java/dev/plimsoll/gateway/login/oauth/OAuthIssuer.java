package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.auth.check.WellKnown;
import dev.plimsoll.gateway.login.oauth.LoginHttpClient.Response;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of an authorization server (RFC 8414, OpenID Connect).
 *
 * @param name the issuer identifier, exactly as the metadata contains it
 * @param authorizationEndpoint the endpoint where a person grants access
 * @param tokenEndpoint the endpoint that returns tokens
 * @param registrationEndpoint the endpoint for client registration; null if there is none
 * @param revocationEndpoint the endpoint that revokes tokens; null if there is none
 * @param authenticationMethods methods by which clients can authenticate at the token endpoint; null if the metadata
 *     lists none
 * @param hasIssuerInResponses whether its redirects contain the issuer identifier
 * @param hasOfflineAccess whether it has the scope {@code offline_access}, which asks for refresh tokens
 */
record OAuthIssuer(
        String name,
        URI authorizationEndpoint,
        URI tokenEndpoint,
        @Nullable URI registrationEndpoint,
        @Nullable URI revocationEndpoint,
        @Nullable List<String> authenticationMethods,
        boolean hasIssuerInResponses,
        boolean hasOfflineAccess) {

    private static final int MAX_ISSUERS = 5;

    /**
     * Returns the first authorization server of the list whose metadata is valid. If there is none, throws
     * the error of the first name.
     */
    static OAuthIssuer findFirst(LoginHttpClient loginHttpClient, TrustedOrigins trustedOrigins, List<String> names)
            throws LoginException {
        LoginException firstError = null;
        for (String name : names.subList(0, Math.min(MAX_ISSUERS, names.size()))) {
            try {
                return fetch(loginHttpClient, trustedOrigins, name);
            } catch (LoginException e) {
                firstError = firstError == null ? e : firstError;
            }
        }
        throw firstError == null ? new LoginException("no authorization server is named") : firstError;
    }

    private static OAuthIssuer fetch(LoginHttpClient loginHttpClient, TrustedOrigins trustedOrigins, String name)
            throws LoginException {
        URI url = trustedOrigins.parseUrl("the authorization server's name", name);
        for (URI metadataUrl : WellKnown.metadataUrls(url)) {
            Response response = loginHttpClient.get(metadataUrl);
            OAuthDocument oAuthDocument = response.isSuccess() ? response.findDocument() : null;
            if (oAuthDocument != null) {
                return read(trustedOrigins, name, oAuthDocument);
            }
        }
        throw new LoginException("the authorization server " + TrustedOrigins.originOf(url)
                + " has no metadata, so it cannot be trusted with a login");
    }

    private static OAuthIssuer read(TrustedOrigins trustedOrigins, String name, OAuthDocument oAuthDocument)
            throws LoginException {
        String issuer = oAuthDocument.findText("issuer");
        if (issuer == null || !withoutFinalSlash(issuer).equals(withoutFinalSlash(name))) {
            throw new LoginException("the metadata of the authorization server "
                    + TrustedOrigins.originOf(URI.create(name)) + " names another issuer than the server");
        }
        List<String> pkce = oAuthDocument.findTexts("code_challenge_methods_supported");
        if (pkce == null || !pkce.contains("S256")) {
            throw new LoginException("the authorization server " + TrustedOrigins.originOf(URI.create(name))
                    + " does not say that it checks PKCE with S256: a login there could be stolen");
        }
        List<String> scopes = oAuthDocument.findTexts("scopes_supported");
        return new OAuthIssuer(
                issuer,
                trustedOrigins.parseUrl("its authorization_endpoint", oAuthDocument.findText("authorization_endpoint")),
                trustedOrigins.parseUrl("its token_endpoint", oAuthDocument.findText("token_endpoint")),
                findUrl(trustedOrigins, oAuthDocument, "registration_endpoint"),
                findUrl(trustedOrigins, oAuthDocument, "revocation_endpoint"),
                oAuthDocument.findTexts("token_endpoint_auth_methods_supported"),
                oAuthDocument.isTrue("authorization_response_iss_parameter_supported"),
                scopes != null && scopes.contains("offline_access"));
    }

    private static @Nullable URI findUrl(TrustedOrigins trustedOrigins, OAuthDocument oAuthDocument, String name)
            throws LoginException {
        String text = oAuthDocument.findText(name);
        return text == null ? null : trustedOrigins.parseUrl("its " + name, text);
    }

    /**
     * Returns the name without a final slash: some libraries write {@code https://a.example/}, others {@code
     * https://a.example}.
     */
    private static String withoutFinalSlash(String name) {
        return name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    }
}
