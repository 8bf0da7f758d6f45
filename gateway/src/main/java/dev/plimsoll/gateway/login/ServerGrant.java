package dev.plimsoll.gateway.login;

import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.login.LoginClient.Method;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Granted access to a server.
 *
 * @param url the server's URL in canonical form
 * @param resource the resource that the tokens are for, as the server names it
 * @param issuer the authorization server
 * @param token the endpoint that renews tokens
 * @param revocation the endpoint that revokes tokens; null if there is none
 */
record ServerGrant(
        String url,
        String resource,
        String issuer,
        URI token,
        @Nullable URI revocation,
        LoginClient client,
        OAuthTokens tokens) {

    private static final int VERSION = 1;

    ServerGrant with(OAuthTokens others) {
        return new ServerGrant(url, resource, issuer, token, revocation, client, others);
    }

    ServerGrant with(LoginClient same) {
        return new ServerGrant(url, resource, issuer, token, revocation, same, tokens);
    }

    byte[] text() {
        ByteSink out = new ByteSink(2048).ascii("{\"version\":").number(VERSION);
        member(out, "url", url);
        member(out, "resource", resource);
        member(out, "issuer", issuer);
        member(out, "tokenEndpoint", token.toString());
        member(out, "revocationEndpoint", revocation == null ? null : revocation.toString());
        out.ascii(",\"client\":{\"configured\":").ascii(Boolean.toString(client.configured()));
        member(out, "id", client.id());
        member(out, "method", client.method().word());
        member(out, "secret", client.configured() ? null : revealed(client.secret()));
        out.ascii("},\"tokens\":{\"obtained\":").number(tokens.obtained().getEpochSecond());
        Instant expires = tokens.expires();
        if (expires != null) {
            out.ascii(",\"expires\":").number(expires.getEpochSecond());
        }
        member(out, "access", tokens.access().reveal());
        member(out, "refresh", revealed(tokens.refresh()));
        member(out, "scope", String.join(" ", tokens.scopes()));
        return out.ascii("}}\n").toByteArray();
    }

    private static void member(ByteSink out, String name, @Nullable String value) {
        if (value != null) {
            out.ascii(",").string(name).ascii(":").string(value);
        }
    }

    private static @Nullable String revealed(@Nullable SecretValue secretValue) {
        return secretValue == null ? null : secretValue.reveal();
    }

    /** Parses a stored grant; returns null if the text is not one. */
    static @Nullable ServerGrant of(byte[] text) {
        OAuthDocument all = OAuthDocument.of(Slice.of(text));
        OAuthDocument client = all == null ? null : all.document("client");
        OAuthDocument tokens = all == null ? null : all.document("tokens");
        if (all == null || client == null || tokens == null || all.seconds("version") != VERSION) {
            return null;
        }
        try {
            String revocation = all.text("revocationEndpoint");
            LoginClient same = parseClient(client);
            return new ServerGrant(
                    needed(all, "url"),
                    needed(all, "resource"),
                    needed(all, "issuer"),
                    URI.create(needed(all, "tokenEndpoint")),
                    revocation == null ? null : URI.create(revocation),
                    same,
                    parseTokens(tokens));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static LoginClient parseClient(OAuthDocument client) {
        Method method = Method.named(client.text("method"));
        if (method == null) {
            throw new IllegalArgumentException("method");
        }
        return new LoginClient(needed(client, "id"), secret(client, "secret"), method, client.isTrue("configured"));
    }

    private static OAuthTokens parseTokens(OAuthDocument tokens) {
        long expires = tokens.seconds("expires");
        return new OAuthTokens(
                new SecretValue(needed(tokens, "access")),
                secret(tokens, "refresh"),
                Instant.ofEpochSecond(Math.max(0, tokens.seconds("obtained"))),
                expires < 0 ? null : Instant.ofEpochSecond(expires),
                Challenges.scopes(needed(tokens, "scope")));
    }

    private static @Nullable SecretValue secret(OAuthDocument oAuthDocument, String name) {
        String text = oAuthDocument.text(name);
        return text == null ? null : new SecretValue(text);
    }

    private static String needed(OAuthDocument oAuthDocument, String name) {
        String text = oAuthDocument.text(name);
        if (text == null) {
            throw new IllegalArgumentException(name);
        }
        return text;
    }
}
