package dev.plimsoll.gateway.login;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Request for access. A person grants or denies it in a browser.
 *
 * @param state random text that the redirect repeats, so that it can be matched with this request
 */
record LoginRequest(OAuthIssuer oAuthIssuer, CodeRequest codeRequest, String state) {

    static final String OFFLINE_ACCESS = "offline_access";

    /** Returns the URL of the page of the authorization server where the person decides. */
    URI page() {
        List<String> scopes = codeRequest.scopes();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("response_type", "code");
        fields.put("client_id", codeRequest.loginClient().id());
        fields.put("redirect_uri", codeRequest.redirect().toString());
        fields.put("state", state);
        fields.put("code_challenge", PkceVerifier.challenge(codeRequest.verifier()));
        fields.put("code_challenge_method", "S256");
        fields.put("resource", codeRequest.resource());
        if (!scopes.isEmpty()) {
            fields.put("scope", String.join(" ", scopes));
        }
        if (scopes.contains(OFFLINE_ACCESS)) {
            fields.put("prompt", "consent");
        }
        StringBuilder page = new StringBuilder(oAuthIssuer.authorization().toString());
        char separator = oAuthIssuer.authorization().getRawQuery() == null ? '?' : '&';
        for (Map.Entry<String, String> field : fields.entrySet()) {
            page.append(separator).append(field.getKey()).append('=').append(LoginHttpClient.encode(field.getValue()));
            separator = '&';
        }
        return URI.create(page.toString());
    }

    /**
     * Returns the authorization code of a redirect. Checks the issuer first: nothing else from another issuer
     * is used or shown.
     *
     * @param parameters the parameters of the redirect
     * @throws LoginException if the redirect comes from another issuer, or has an error or no code
     */
    String parseCode(Map<String, String> parameters) throws LoginException {
        String responseIssuer = parameters.get("iss");
        if (responseIssuer == null ? oAuthIssuer.sendsIssuer() : !responseIssuer.equals(oAuthIssuer.name())) {
            throw LoginException.denied("the response came from another authorization server");
        }
        String error = parameters.get("error");
        if (error != null) {
            throw LoginException.denied(OAuthErrorText.of(error));
        }
        String code = parameters.get("code");
        if (code == null || code.isEmpty()) {
            throw LoginException.denied("the response has no code");
        }
        return code;
    }
}
