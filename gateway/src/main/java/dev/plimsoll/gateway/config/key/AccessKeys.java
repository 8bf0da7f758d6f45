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
                        "maximum number of connections; further ones wait"),
                ConfigKey.of(
                        "maxInFlight",
                        SettingType.whole(1, 100_000),
                        "64",
                        "maximum number of pending requests per caller, if callers authenticate"),
                ConfigKey.of(
                        "trustedProxies",
                        new KeyShape.Many(text(Look.NETWORK)),
                        "addresses of proxies whose forwarding headers are trusted"),
                ConfigKey.of(
                        "publicUrl", text(Look.URL), null, "the URL that callers use if a proxy is in front of serve"),
                ConfigKey.of("tls.certificate", text(Look.PATH), null, "the file with the certificate chain (PEM)"),
                ConfigKey.of("tls.key", text(Look.PATH), null, "the file with the private key (PEM)"),
                ConfigKey.of("auth.tokens", new KeyShape.Rows(new KeyScope(token())), "tokens of callers")
                        .alive()));
        keys.addAll(oauth());
        return keys;
    }

    private static List<ConfigKey> token() {
        return List.of(
                ConfigKey.of("id", text(Look.ANY), null, "the caller's name"),
                ConfigKey.of("hash", text(Look.HASH), null, "the hash of the caller's token")
                        .with(SecretRule.MASKED),
                ConfigKey.of("tier", tier(), "read", "the tools that the caller may use"),
                ConfigKey.of("expires", text(Look.INSTANT), null, "when the token expires; unset: never"));
    }

    private static List<ConfigKey> oauth() {
        return List.of(
                ConfigKey.of("auth.oauth.issuer", text(Look.SAFE_URL), null, "the authorization server whose access tokens are accepted"),
                ConfigKey.of(
                        "auth.oauth.audience", text(Look.ANY), null, "the required audience of access tokens; unset: our URL"),
                ConfigKey.of(
                        "auth.oauth.jwks", text(Look.SAFE_URL), null, "the URL of the issuer's keys; unset: from its metadata"),
                ConfigKey.of(
                        "auth.oauth.scopes.read",
                        text(Look.ANY),
                        "plimsoll:read",
                        "scopes that grant tier read, separated by spaces"),
                ConfigKey.of(
                        "auth.oauth.scopes.readWrite",
                        text(Look.ANY),
                        "plimsoll:read_write",
                        "scopes that grant tier read_write"),
                ConfigKey.of(
                        "auth.oauth.scopes.admin", text(Look.ANY), "plimsoll:admin", "scopes that grant tier admin"),
                ConfigKey.of(
                                "auth.oauth.tier",
                                tier(),
                                null,
                                "the tier of tokens without these scopes; null: they are refused")
                        .orNull());
    }

    private static SettingType<String> tier() {
        return SettingType.word("read", "read_write", "admin");
    }

    private static SettingType<String> text(Look look) {
        return new TextForm(look);
    }
}
