package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.key.Key.Acts;
import dev.plimsoll.gateway.config.key.TextForm.Look;
import dev.plimsoll.policy.Form;
import java.util.ArrayList;
import java.util.List;

/** Who may call {@code serve}, and how. */
final class AccessKeys {

    private AccessKeys() {}

    static List<Key> all() {
        List<Key> keys = new ArrayList<>();
        for (Key key : written()) {
            keys.add(key.in(Acts.SERVE));
        }
        return keys;
    }

    private static List<Key> written() {
        List<Key> keys = new ArrayList<>(List.of(
                Key.of("maxConnections", Form.whole(1, 1_000_000), "12000", "connections at a time; more have to wait"),
                Key.of(
                        "maxInFlight",
                        Form.whole(1, 100_000),
                        "64",
                        "requests of one caller at a time, where callers say who they are"),
                Key.of(
                        "trustedProxies",
                        new Shape.Many(text(Look.NETWORK)),
                        "addresses of proxies that say truly where a call comes from"),
                Key.of("publicUrl", text(Look.URL), null, "what callers reach serve by, where a proxy is in front"),
                Key.of("tls.certificate", text(Look.PATH), null, "a file with the certificate chain (PEM)"),
                Key.of("tls.key", text(Look.PATH), null, "a file with the private key (PEM)"),
                Key.of("auth.tokens", new Shape.Rows(new Scope(token())), "callers that have a token")
                        .alive()));
        keys.addAll(oauth());
        return keys;
    }

    private static List<Key> token() {
        return List.of(
                Key.of("id", text(Look.ANY), null, "what the caller is called"),
                Key.of("hash", text(Look.HASH), null, "of the caller's token").with(Secrecy.MASKED),
                Key.of("tier", tier(), "read", "which tools the caller sees"),
                Key.of("expires", text(Look.INSTANT), null, "when the token ends; unset: never"));
    }

    private static List<Key> oauth() {
        return List.of(
                Key.of("auth.oauth.issuer", text(Look.SAFE_URL), null, "whose access tokens are accepted"),
                Key.of("auth.oauth.audience", text(Look.ANY), null, "the audience they must have; unset: our URL"),
                Key.of("auth.oauth.jwks", text(Look.SAFE_URL), null, "where its keys are; unset: its metadata says"),
                Key.of(
                        "auth.oauth.scopes.read",
                        text(Look.ANY),
                        "plimsoll:read",
                        "scopes that give tier read, with blanks between them"),
                Key.of(
                        "auth.oauth.scopes.readWrite",
                        text(Look.ANY),
                        "plimsoll:read_write",
                        "scopes that give tier read_write"),
                Key.of("auth.oauth.scopes.admin", text(Look.ANY), "plimsoll:admin", "scopes that give tier admin"),
                Key.of("auth.oauth.tier", tier(), null, "of tokens with none of these scopes; null: they are refused")
                        .orNull());
    }

    private static Form<String> tier() {
        return Form.word("read", "read_write", "admin");
    }

    private static Form<String> text(Look look) {
        return new TextForm(look);
    }
}
