package dev.plimsoll.gateway.login.oauth;

import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.login.oauth.LoginClient.Method;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tokens for access to a server, which a user has granted, and the data for their renewal and revocation.
 *
 * @param url the server's URL in canonical form
 * @param resource the resource that the tokens are for, as the server names it
 * @param issuer the authorization server
 * @param tokenEndpoint the endpoint that renews tokens
 * @param revocationEndpoint the endpoint that revokes tokens; null if there is none
 */
public record ServerGrant(
        String url,
        String resource,
        String issuer,
        URI tokenEndpoint,
        @Nullable URI revocationEndpoint,
        LoginClient client,
        OAuthTokens tokens) {

    private static final int VERSION = 1;

    ServerGrant withTokens(OAuthTokens newTokens) {
        return new ServerGrant(url, resource, issuer, tokenEndpoint, revocationEndpoint, client, newTokens);
    }

    /** Returns the grant as JSON, with its secrets. */
    public byte[] toJson() {
        ByteSink out = new ByteSink(2048);
        JsonWriter json = new JsonWriter(out).beginObject().number("version", VERSION);
        writeMember(json, "url", url);
        writeMember(json, "resource", resource);
        writeMember(json, "issuer", issuer);
        writeMember(json, "tokenEndpoint", tokenEndpoint.toString());
        writeMember(json, "revocationEndpoint", revocationEndpoint == null ? null : revocationEndpoint.toString());
        json.beginObject("client").bool("configured", client.isConfigured());
        writeMember(json, "id", client.id());
        writeMember(json, "method", client.method().oauthName());
        writeMember(json, "secret", client.isConfigured() ? null : reveal(client.secret()));
        json.endObject()
                .beginObject("tokens")
                .number("obtained", tokens.obtainedAt().getEpochSecond());
        Instant expires = tokens.expiresAt();
        if (expires != null) {
            json.number("expires", expires.getEpochSecond());
        }
        writeMember(json, "access", tokens.accessToken().reveal());
        writeMember(json, "refresh", reveal(tokens.refreshToken()));
        writeMember(json, "scope", String.join(" ", tokens.scopes()));
        json.endObject().endObject();
        return out.ascii("\n").toByteArray();
    }

    private static void writeMember(JsonWriter json, String name, @Nullable String value) {
        if (value != null) {
            json.string(name, value);
        }
    }

    private static @Nullable String reveal(@Nullable SecretValue secretValue) {
        return secretValue == null ? null : secretValue.reveal();
    }

    /** Parses a stored grant; returns null if the text is not a grant of this version. */
    public static @Nullable ServerGrant parse(byte[] text) {
        OAuthDocument document = OAuthDocument.parse(Slice.of(text));
        OAuthDocument client = document == null ? null : document.findDocument("client");
        OAuthDocument tokens = document == null ? null : document.findDocument("tokens");
        if (document == null || client == null || tokens == null || document.readInteger("version") != VERSION) {
            return null;
        }
        try {
            String revocation = document.findText("revocationEndpoint");
            LoginClient loginClient = parseClient(client);
            return new ServerGrant(
                    requireText(document, "url"),
                    requireText(document, "resource"),
                    requireText(document, "issuer"),
                    URI.create(requireText(document, "tokenEndpoint")),
                    revocation == null ? null : URI.create(revocation),
                    loginClient,
                    parseTokens(tokens));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static LoginClient parseClient(OAuthDocument client) {
        Method method = Method.find(client.findText("method"));
        if (method == null) {
            throw new IllegalArgumentException("method");
        }
        return new LoginClient(
                requireText(client, "id"), readSecret(client, "secret"), method, client.isTrue("configured"));
    }

    private static OAuthTokens parseTokens(OAuthDocument tokens) {
        long expires = tokens.readInteger("expires");
        return new OAuthTokens(
                new SecretValue(requireText(tokens, "access")),
                readSecret(tokens, "refresh"),
                Instant.ofEpochSecond(Math.max(0, tokens.readInteger("obtained"))),
                expires < 0 ? null : Instant.ofEpochSecond(expires),
                Challenges.parseScopes(requireText(tokens, "scope")));
    }

    private static @Nullable SecretValue readSecret(OAuthDocument oAuthDocument, String name) {
        String text = oAuthDocument.findText(name);
        return text == null ? null : new SecretValue(text);
    }

    private static String requireText(OAuthDocument oAuthDocument, String name) {
        String text = oAuthDocument.findText(name);
        if (text == null) {
            throw new IllegalArgumentException(name);
        }
        return text;
    }
}
