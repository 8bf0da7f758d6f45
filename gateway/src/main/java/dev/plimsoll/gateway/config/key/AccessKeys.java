package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.key.ConfigKey.Acts;
import dev.plimsoll.gateway.config.key.TextForm.Look;
import dev.plimsoll.policy.SettingType;
import java.util.ArrayList;
import java.util.List;

/** Keys for caller access to {@code serve}. */
final class AccessKeys {

    private AccessKeys() {}

    static List<ConfigKey> all() {
        List<ConfigKey> keys = new ArrayList<>();
        for (ConfigKey configKey : written()) {
            keys.add(configKey.in(Acts.SERVE));
        }
        return keys;
    }

    private static List<ConfigKey> written() {
        List<ConfigKey> keys = new ArrayList<>(List.of(
                ConfigKey.of(
                        "maxConnections",
                        SettingType.whole(1, 1_000_000),
                        "12000",
                        "connections at a time; more have to wait"),
                ConfigKey.of(
                        "maxInFlight",
                        SettingType.whole(1, 100_000),
                        "64",
                        "requests of one caller at a time, where callers say who they are"),
                ConfigKey.of(
                        "trustedProxies",
                        new KeyShape.Many(text(Look.NETWORK)),
                        "addresses of proxies that say truly where a call comes from"),
                ConfigKey.of(
                        "publicUrl", text(Look.URL), null, "what callers reach serve by, where a proxy is in front"),
                ConfigKey.of("tls.certificate", text(Look.PATH), null, "a file with the certificate chain (PEM)"),
                ConfigKey.of("tls.key", text(Look.PATH), null, "a file with the private key (PEM)"),
                ConfigKey.of("auth.tokens", new KeyShape.Rows(new KeyScope(token())), "callers that have a token")
                        .alive()));
        keys.addAll(oauth());
        return keys;
    }

    private static List<ConfigKey> token() {
        return List.of(
                ConfigKey.of("id", text(Look.ANY), null, "what the caller is called"),
                ConfigKey.of("hash", text(Look.HASH), null, "of the caller's token")
                        .with(SecretRule.MASKED),
                ConfigKey.of("tier", tier(), "read", "which tools the caller sees"),
                ConfigKey.of("expires", text(Look.INSTANT), null, "when the token ends; unset: never"));
    }

    private static List<ConfigKey> oauth() {
        return List.of(
                ConfigKey.of("auth.oauth.issuer", text(Look.SAFE_URL), null, "whose access tokens are accepted"),
                ConfigKey.of(
                        "auth.oauth.audience", text(Look.ANY), null, "the audience they must have; unset: our URL"),
                ConfigKey.of(
                        "auth.oauth.jwks", text(Look.SAFE_URL), null, "where its keys are; unset: its metadata says"),
                ConfigKey.of(
                        "auth.oauth.scopes.read",
                        text(Look.ANY),
                        "plimsoll:read",
                        "scopes that give tier read, with blanks between them"),
                ConfigKey.of(
                        "auth.oauth.scopes.readWrite",
                        text(Look.ANY),
                        "plimsoll:read_write",
                        "scopes that give tier read_write"),
                ConfigKey.of(
                        "auth.oauth.scopes.admin", text(Look.ANY), "plimsoll:admin", "scopes that give tier admin"),
                ConfigKey.of(
                                "auth.oauth.tier",
                                tier(),
                                null,
                                "of tokens with none of these scopes; null: they are refused")
                        .orNull());
    }

    private static SettingType<String> tier() {
        return SettingType.word("read", "read_write", "admin");
    }

    private static SettingType<String> text(Look look) {
        return new TextForm(look);
    }
}
