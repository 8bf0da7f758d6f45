package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.login.oauth.LoginClient.Method;
import dev.plimsoll.gateway.login.oauth.LoginHttpClient.Response;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Client of the token and revocation endpoints: exchanges authorization codes and refresh tokens for new tokens, and
 * revokes tokens.
 */
record TokenEndpoint(LoginHttpClient httpClient, InstantSource clock) {

    private static final int MAX_TOKEN_LENGTH = 1 << 14;
    private static final long MAX_LIFETIME_SECONDS = 10L * 365 * 86_400;

    /** Exchanges an authorization code for tokens. */
    OAuthTokens exchangeCode(LoginRequest loginRequest, String code) throws LoginException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "authorization_code");
        fields.put("code", code);
        fields.put("redirect_uri", loginRequest.redirect().toString());
        fields.put("code_verifier", loginRequest.verifier());
        fields.put("resource", loginRequest.resource());
        return requestTokens(
                loginRequest.oAuthIssuer().tokenEndpoint(),
                loginRequest.loginClient(),
                fields,
                loginRequest.scopes(),
                null);
    }

    /** Requests new tokens with the refresh token of a grant. The old tokens may be invalid afterwards. */
    OAuthTokens refresh(ServerGrant serverGrant, LoginClient loginClient) throws LoginException {
        SecretValue refresh = serverGrant.tokens().refreshToken();
        if (refresh == null) {
            throw LoginException.permanent("there is no refresh token");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "refresh_token");
        fields.put("refresh_token", refresh.reveal());
        fields.put("resource", serverGrant.resource());
        return requestTokens(
                serverGrant.tokenEndpoint(),
                loginClient,
                fields,
                serverGrant.tokens().scopes(),
                refresh);
    }

    /** Revokes a token, and returns whether the authorization server accepted that. */
    boolean revoke(URI url, LoginClient loginClient, SecretValue token, String tokenType) throws LoginException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("token", token.reveal());
        fields.put("token_type_hint", tokenType);
        return post(url, loginClient, fields).isSuccess();
    }

    /**
     * Requests tokens.
     *
     * @param requestedScopes scopes of the new tokens if the response names none
     * @param oldRefreshToken refresh token to keep if the response has none; null if there is none
     */
    private OAuthTokens requestTokens(
            URI url,
            LoginClient loginClient,
            Map<String, String> fields,
            List<String> requestedScopes,
            @Nullable SecretValue oldRefreshToken)
            throws LoginException {
        Instant now = clock.instant();
        Response response = post(url, loginClient, fields);
        OAuthDocument oAuthDocument = response.findDocument();
        String error = oAuthDocument == null ? null : oAuthDocument.findText("error");
        if (error != null || !response.isSuccess() || oAuthDocument == null) {
            throw toException(url, response.status(), error);
        }
        String access = oAuthDocument.findText("access_token");
        String type = oAuthDocument.findText("token_type");
        if (access == null || access.length() > MAX_TOKEN_LENGTH || !access.matches("[!-~]+")) {
            throw new LoginException(TrustedOrigins.originOf(url) + " returned no valid access token");
        }
        if (type == null || !type.equalsIgnoreCase("bearer")) {
            throw new LoginException(TrustedOrigins.originOf(url) + " returned a token that is not a bearer token");
        }
        String refresh = oAuthDocument.findText("refresh_token");
        long seconds = oAuthDocument.readInteger("expires_in");
        String scope = oAuthDocument.findText("scope");
        return new OAuthTokens(
                new SecretValue(access),
                refresh == null || refresh.isEmpty() ? oldRefreshToken : new SecretValue(refresh),
                now,
                seconds < 0 ? null : now.plusSeconds(Math.min(seconds, MAX_LIFETIME_SECONDS)),
                scope == null ? requestedScopes : Challenges.parseScopes(scope));
    }

    private Response post(URI url, LoginClient loginClient, Map<String, String> fields) throws LoginException {
        SecretValue secretValue = loginClient.secret();
        String authorization = null;
        if (loginClient.method() == Method.BASIC && secretValue != null) {
            String pair =
                    LoginHttpClient.urlEncode(loginClient.id()) + ":" + LoginHttpClient.urlEncode(secretValue.reveal());
            authorization = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
        } else {
            fields.put("client_id", loginClient.id());
            if (loginClient.method() == Method.POST && secretValue != null) {
                fields.put("client_secret", secretValue.reveal());
            }
        }
        return httpClient.postForm(url, fields, authorization);
    }

    /** Creates the exception for a refusal. Shows the server's own text only if it is an OAuth error code. */
    private static LoginException toException(URI url, int status, @Nullable String error) {
        String reason = OAuthErrorText.isErrorCode(error) ? String.valueOf(error) : "status " + status;
        String message = TrustedOrigins.originOf(url) + " returned no tokens (" + reason + ")";
        boolean isTemporary = status >= 500 || status == 429 || status == 408 || (status < 400 && error == null);
        return isTemporary ? new LoginException(message) : LoginException.permanent(message);
    }
}
