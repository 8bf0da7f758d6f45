package dev.plimsoll.gateway.login;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Request for access that a person decides about in a browser.
 *
 * @param state identifies the redirect that ends this request
 */
record LoginRequest(OAuthIssuer oAuthIssuer, CodeRequest codeRequest, String state) {

    static final String OFFLINE_ACCESS = "offline_access";

    /** Returns the page of the authorization server. */
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
     * Returns the authorization code. Checks the issuer first: a response from another issuer is neither used nor
     * shown.
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
