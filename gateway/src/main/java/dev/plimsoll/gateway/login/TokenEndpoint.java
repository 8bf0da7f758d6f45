package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.Secret;
import dev.plimsoll.gateway.login.Client.Method;
import dev.plimsoll.gateway.login.Web.Answer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where tokens are had for codes and for other tokens, and given back. */
record TokenEndpoint(Web web, InstantSource clock) {

    private static final int LONGEST_TOKEN = 1 << 14;
    private static final long LONGEST_LIFE_SECONDS = 10L * 365 * 86_400;

    /** For a code that came by way of the browser. */
    Tokens exchange(
            URI place, Client client, String code, String verifier, URI redirect, String resource, List<String> asked)
            throws LoginException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "authorization_code");
        fields.put("code", code);
        fields.put("redirect_uri", redirect.toString());
        fields.put("code_verifier", verifier);
        fields.put("resource", resource);
        return tokens(place, client, fields, asked, null);
    }

    /** Others in place of those of a grant, which may be dead then. */
    Tokens refresh(Grant grant) throws LoginException {
        Secret refresh = grant.tokens().refresh();
        if (refresh == null) {
            throw LoginException.denied("there is no refresh token");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "refresh_token");
        fields.put("refresh_token", refresh.reveal());
        fields.put("resource", grant.resource());
        return tokens(grant.token(), grant.client(), fields, grant.tokens().scopes(), refresh);
    }

    /** Whether the authorization server has taken it back. */
    boolean revoke(URI place, Client client, Secret token, String kind) throws LoginException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("token", token.reveal());
        fields.put("token_type_hint", kind);
        return post(place, client, fields).isGood();
    }

    private Tokens tokens(
            URI place, Client client, Map<String, String> fields, List<String> asked, @Nullable Secret before)
            throws LoginException {
        Instant now = clock.instant();
        Answer answer = post(place, client, fields);
        Document document = answer.document();
        String error = document == null ? null : document.text("error");
        if (error != null || !answer.isGood() || document == null) {
            throw refused(place, answer.status(), error);
        }
        String access = document.text("access_token");
        String type = document.text("token_type");
        if (access == null || access.length() > LONGEST_TOKEN || !access.matches("[!-~]+")) {
            throw new LoginException(Trust.origin(place) + " gave no access token that can be sent");
        }
        if (type == null || !type.equalsIgnoreCase("bearer")) {
            throw new LoginException(Trust.origin(place) + " gave a token that is no bearer token");
        }
        String refresh = document.text("refresh_token");
        long seconds = document.seconds("expires_in");
        String scope = document.text("scope");
        return new Tokens(
                new Secret(access),
                refresh == null || refresh.isEmpty() ? before : new Secret(refresh),
                now,
                seconds < 0 ? null : now.plusSeconds(Math.min(seconds, LONGEST_LIFE_SECONDS)),
                scope == null ? asked : Challenges.scopes(scope));
    }

    private Answer post(URI place, Client client, Map<String, String> fields) throws LoginException {
        Secret secret = client.secret();
        String authorization = null;
        if (client.method() == Method.BASIC && secret != null) {
            String pair = Web.encoded(client.id()) + ":" + Web.encoded(secret.reveal());
            authorization = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
        } else {
            fields.put("client_id", client.id());
            if (client.method() == Method.POST && secret != null) {
                fields.put("client_secret", secret.reveal());
            }
        }
        return web.postForm(place, fields, authorization);
    }

    /** What it says itself is told only where it is one of the words that there are for it. */
    private static LoginException refused(URI place, int status, @Nullable String error) {
        String why = Denial.isWord(error) ? String.valueOf(error) : "status " + status;
        String message = Trust.origin(place) + " gave no tokens (" + why + ")";
        boolean passing = status >= 500 || status == 429 || status == 408 || (status < 400 && error == null);
        return passing ? new LoginException(message) : LoginException.denied(message);
    }
}
