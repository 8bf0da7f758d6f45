package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.digest.Sha256;
import java.net.URI;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Request for access. A person grants or denies it in a browser. The authorization server then redirects the browser
 * with a code, which is exchanged for tokens.
 *
 * @param redirect address to which the authorization server sends the browser with the code
 * @param resource the MCP server for which access is requested, as its metadata names it
 * @param verifier secret of PKCE, which proves that the code is exchanged by the program that requested it
 * @param state random text that the redirect repeats, so that it can be matched with this request
 */
public record LoginRequest(
        OAuthIssuer oAuthIssuer,
        LoginClient loginClient,
        URI redirect,
        String resource,
        List<String> scopes,
        String verifier,
        String state) {

    static final String OFFLINE_ACCESS = "offline_access";

    /** Returns the URL of the page of the authorization server where the person decides. */
    public URI page() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("response_type", "code");
        fields.put("client_id", loginClient.id());
        fields.put("redirect_uri", redirect.toString());
        fields.put("state", state);
        fields.put("code_challenge", challenge());
        fields.put("code_challenge_method", "S256");
        fields.put("resource", resource);
        if (!scopes.isEmpty()) {
            fields.put("scope", String.join(" ", scopes));
        }
        if (scopes.contains(OFFLINE_ACCESS)) {
            // OpenID Connect requires this for offline_access
            fields.put("prompt", "consent");
        }
        StringBuilder page =
                new StringBuilder(oAuthIssuer.authorizationEndpoint().toString());
        char separator = oAuthIssuer.authorizationEndpoint().getRawQuery() == null ? '?' : '&';
        for (Map.Entry<String, String> field : fields.entrySet()) {
            page.append(separator)
                    .append(field.getKey())
                    .append('=')
                    .append(LoginHttpClient.urlEncode(field.getValue()));
            separator = '&';
        }
        return URI.create(page.toString());
    }

    /** Returns the S256 challenge of the verifier. */
    private String challenge() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(verifier));
    }

    /** Returns the origin of the authorization server, for people. */
    public String origin() {
        return TrustedOrigins.originOf(oAuthIssuer.authorizationEndpoint());
    }

    /**
     * Returns the authorization code of a redirect. Checks the issuer first, because the other parameters of a
     * redirect from an unknown issuer must not be used or shown.
     *
     * @param parameters the parameters of the redirect
     * @throws LoginException if the redirect comes from another issuer, or has an error or no code
     */
    String parseCode(Map<String, String> parameters) throws LoginException {
        String responseIssuer = parameters.get("iss");
        if (responseIssuer == null ? oAuthIssuer.hasIssuerInResponses() : !responseIssuer.equals(oAuthIssuer.name())) {
            throw LoginException.permanent("the response came from another authorization server");
        }
        String error = parameters.get("error");
        if (error != null) {
            throw LoginException.permanent(OAuthErrorText.describe(error));
        }
        String code = parameters.get("code");
        if (code == null || code.isEmpty()) {
            throw LoginException.permanent("the response has no code");
        }
        return code;
    }
}
