package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.key.ConfigKey.Commands;
import dev.plimsoll.gateway.config.key.TextSettingType.Format;
import dev.plimsoll.policy.setting.SettingType;
import java.util.ArrayList;
import java.util.List;

/** Keys for caller access to {@code serve}. */
final class AccessKeys {

    private AccessKeys() {}

    static List<ConfigKey> all() {
        List<ConfigKey> keys = new ArrayList<>();
        for (ConfigKey configKey : baseKeys()) {
            keys.add(configKey.withCommands(Commands.SERVE));
        }
        return keys;
    }

    private static List<ConfigKey> baseKeys() {
        List<ConfigKey> keys = new ArrayList<>(List.of(
                ConfigKey.of(
                        "maxConnections",
                        SettingType.integer(1, 1_000_000),
                        "12000",
                        "maximum number of connections; further ones wait"),
                ConfigKey.of(
                        "maxInFlight",
                        SettingType.integer(1, 100_000),
                        "64",
                        "maximum number of pending requests per caller, if callers authenticate"),
                ConfigKey.of(
                        "trustedProxies",
                        new KeyShape.Many(textType(Format.NETWORK)),
                        "addresses of proxies whose forwarding headers are trusted"),
                ConfigKey.of(
                        "publicUrl",
                        textType(Format.URL),
                        null,
                        "the URL that callers use if a proxy is in front of serve"),
                ConfigKey.of(
                        "tls.certificate", textType(Format.PATH), null, "the file with the certificate chain (PEM)"),
                ConfigKey.of("tls.key", textType(Format.PATH), null, "the file with the private key (PEM)"),
                ConfigKey.of(
                        "tls.clientCa",
                        textType(Format.PATH),
                        null,
                        "the file with the certificates of the authorities that sign callers' certificates (PEM)"),
                ConfigKey.of(
                        "tls.clientAuth",
                        SettingType.word("need", "want"),
                        null,
                        "need (also if unset): each connection needs a certificate; want: tokens identify callers without a certificate"),
                ConfigKey.of(
                        "tls.clientTier",
                        tierType(),
                        null,
                        "the tools that callers with a certificate may use; unset: read"),
                ConfigKey.of(
                        "access",
                        new KeyShape.Table(NameRule.ACCESS, new KeyScope(ruleKeys())),
                        "access rules: with a rule, callers can use only what a rule allows"),
                ConfigKey.of(
                        "callers",
                        new KeyShape.Table(NameRule.CALLER, new KeyScope(callerKeys())),
                        "settings of callers; the last glob that matches the caller's name counts"),
                ConfigKey.of("auth.tokens", new KeyShape.Rows(new KeyScope(tokenKeys())), "tokens of callers")
                        .asReloadable()));
        keys.addAll(oauthKeys());
        return keys;
    }

    private static List<ConfigKey> ruleKeys() {
        return List.of(ConfigKey.of(
                "allow",
                textType(Format.ANY),
                null,
                "the condition in CEL, such as claims.team == 'ops'; it can read request and claims"));
    }

    private static List<ConfigKey> callerKeys() {
        return List.of(ConfigKey.of(
                "weight",
                SettingType.integer(1, 1_000),
                "1",
                "weight of the caller's share of sessions, processes, memory, threads, and stored results"));
    }

    private static List<ConfigKey> tokenKeys() {
        return List.of(
                ConfigKey.of("id", textType(Format.ANY), null, "the caller's name"),
                ConfigKey.of("hash", textType(Format.HASH), null, "the hash of the caller's token")
                        .withSecretRule(SecretRule.MASKED),
                ConfigKey.of("tier", tierType(), "read", "the tools that the caller may use"),
                ConfigKey.of("expires", textType(Format.INSTANT), null, "when the token expires; unset: never"));
    }

    private static List<ConfigKey> oauthKeys() {
        return List.of(
                ConfigKey.of(
                        "auth.oauth.issuer",
                        textType(Format.SAFE_URL),
                        null,
                        "the authorization server whose access tokens are accepted"),
                ConfigKey.of(
                        "auth.oauth.audience",
                        textType(Format.ANY),
                        null,
                        "the required audience of access tokens; unset: the URL of Plimsoll"),
                ConfigKey.of(
                        "auth.oauth.jwks",
                        textType(Format.SAFE_URL),
                        null,
                        "the URL of the issuer's keys; unset: from its metadata"),
                ConfigKey.of(
                        "auth.oauth.scopes.read",
                        textType(Format.ANY),
                        "plimsoll:read",
                        "scopes that grant tier read, separated by spaces"),
                ConfigKey.of(
                        "auth.oauth.scopes.readWrite",
                        textType(Format.ANY),
                        "plimsoll:read_write",
                        "scopes that grant tier read_write"),
                ConfigKey.of(
                        "auth.oauth.scopes.admin",
                        textType(Format.ANY),
                        "plimsoll:admin",
                        "scopes that grant tier admin"),
                ConfigKey.of(
                                "auth.oauth.tier",
                                tierType(),
                                null,
                                "the tier of tokens that have no accepted scope; null: such tokens are refused")
                        .allowingNull());
    }

    private static SettingType<String> tierType() {
        return SettingType.word("read", "read_write", "admin");
    }

    private static SettingType<String> textType(Format format) {
        return new TextSettingType(format);
    }
}
