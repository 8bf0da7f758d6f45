package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.auth.WellKnown;
import dev.plimsoll.gateway.login.LoginHttpClient.Answer;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of an authorization server (RFC 8414, OpenID Connect).
 *
 * @param name the issuer, exactly as the server writes it
 * @param registration the endpoint for client registration; null if there is none
 * @param methods authentication methods at {@code token}; null if not listed
 * @param namesItself whether its redirects contain the issuer
 * @param offersRenewal whether it has a scope for refresh tokens
 */
record OAuthIssuer(
        String name,
        URI authorization,
        URI token,
        @Nullable URI registration,
        @Nullable URI revocation,
        @Nullable List<String> methods,
        boolean namesItself,
        boolean offersRenewal) {

    private static final int MOST = 5;

    /** Returns the first usable server of the list. If there is none, throws the error of the first. */
    static OAuthIssuer any(LoginHttpClient loginHttpClient, TrustedOrigins trustedOrigins, List<String> names)
            throws LoginException {
        LoginException first = null;
        for (String name : names.subList(0, Math.min(MOST, names.size()))) {
            try {
                return of(loginHttpClient, trustedOrigins, name);
            } catch (LoginException e) {
                first = first == null ? e : first;
            }
        }
        throw first == null ? new LoginException("no authorization server is named") : first;
    }

    private static OAuthIssuer of(LoginHttpClient loginHttpClient, TrustedOrigins trustedOrigins, String name)
            throws LoginException {
        URI url = trustedOrigins.place("the authorization server's name", name);
        for (URI metadataUrl : WellKnown.of(url)) {
            Answer answer = loginHttpClient.get(metadataUrl);
            OAuthDocument oAuthDocument = answer.isGood() ? answer.document() : null;
            if (oAuthDocument != null) {
                return read(trustedOrigins, name, oAuthDocument);
            }
        }
        throw new LoginException("the authorization server " + TrustedOrigins.origin(url)
                + " has no metadata, so it cannot be trusted with a login");
    }

    private static OAuthIssuer read(TrustedOrigins trustedOrigins, String name, OAuthDocument oAuthDocument)
            throws LoginException {
        String issuer = oAuthDocument.text("issuer");
        if (issuer == null || !plain(issuer).equals(plain(name))) {
            throw new LoginException("the metadata of the authorization server "
                    + TrustedOrigins.origin(URI.create(name)) + " names another issuer than the server");
        }
        List<String> pkce = oAuthDocument.texts("code_challenge_methods_supported");
        if (pkce == null || !pkce.contains("S256")) {
            throw new LoginException("the authorization server " + TrustedOrigins.origin(URI.create(name))
                    + " does not say that it checks PKCE with S256: a login there could be stolen");
        }
        List<String> scopes = oAuthDocument.texts("scopes_supported");
        return new OAuthIssuer(
                issuer,
                trustedOrigins.place("its authorization_endpoint", oAuthDocument.text("authorization_endpoint")),
                trustedOrigins.place("its token_endpoint", oAuthDocument.text("token_endpoint")),
                optional(trustedOrigins, oAuthDocument, "registration_endpoint"),
                optional(trustedOrigins, oAuthDocument, "revocation_endpoint"),
                oAuthDocument.texts("token_endpoint_auth_methods_supported"),
                oAuthDocument.isTrue("authorization_response_iss_parameter_supported"),
                scopes != null && scopes.contains("offline_access"));
    }

    private static @Nullable URI optional(TrustedOrigins trustedOrigins, OAuthDocument oAuthDocument, String name)
            throws LoginException {
        String text = oAuthDocument.text(name);
        return text == null ? null : trustedOrigins.place("its " + name, text);
    }

    /** Returns the name without a final slash, because libraries differ about the slash of an empty path. */
    private static String plain(String name) {
        return name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    }
}
