package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.key.ConfigKey.Commands;
import dev.plimsoll.gateway.config.key.TextSettingType.Format;
import dev.plimsoll.policy.setting.SettingType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Keys of alerts. */
final class AlertKeys {

    private AlertKeys() {}

    static List<ConfigKey> all() {
        List<ConfigKey> keys = new ArrayList<>();
        for (ConfigKey configKey : List.of(
                ConfigKey.of(
                        "oversizedShare",
                        SettingType.share(),
                        "5%",
                        "maximum share of oversized results; 100%: no alert"),
                ConfigKey.of(
                        "upstreamErrorShare",
                        SettingType.share(),
                        "10%",
                        "maximum share of calls that their server does not answer; 100%: no alert"),
                ConfigKey.of(
                        "estimatorError",
                        SettingType.share(),
                        "20%",
                        "maximum error of token estimates; 100%: no alert"),
                ConfigKey.of(
                        "window",
                        SettingType.time(Duration.ofSeconds(1), Duration.ofDays(1)),
                        "5m",
                        "the period over which alerts are measured"),
                ConfigKey.of(
                        "minRequests",
                        SettingType.integer(1, 1_000_000),
                        "20",
                        "minimum number of results in the window for an alert"),
                ConfigKey.of(
                                "webhook",
                                new TextSettingType(Format.URL),
                                null,
                                "the URL that receives the beginning and the end of each alert")
                        .allowingNull()
                        .withSecretRule(SecretRule.MASKED),
                ConfigKey.of(
                                "webhookSecret",
                                new TextSettingType(Format.ANY),
                                null,
                                "the key that signs notifications; unset: they are not signed")
                        .withSecretRule(SecretRule.SECRET))) {
            keys.add(configKey.inSection("alerts").withCommands(Commands.SERVE));
        }
        return keys;
    }
}
