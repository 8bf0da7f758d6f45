package dev.plimsoll.gateway.config.key;

import dev.plimsoll.gateway.config.key.ConfigKey.Acts;
import dev.plimsoll.gateway.config.key.TextForm.Look;
import dev.plimsoll.policy.SettingType;
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
                        "the share of oversized results that alerts; 100%: none"),
                ConfigKey.of(
                        "upstreamErrorShare",
                        SettingType.share(),
                        "10%",
                        "the share of calls without an answer of their server that alerts; 100%: none"),
                ConfigKey.of(
                        "estimatorError",
                        SettingType.share(),
                        "20%",
                        "how far off estimates of tokens alert; 100%: never"),
                ConfigKey.of(
                        "window",
                        SettingType.time(Duration.ofSeconds(1), Duration.ofDays(1)),
                        "5m",
                        "the time it is measured over"),
                ConfigKey.of(
                        "minRequests", SettingType.whole(1, 1_000_000), "20", "fewer results in that time say nothing"),
                ConfigKey.of("webhook", new TextForm(Look.URL), null, "is told of an alert, and of its end")
                        .orNull()
                        .with(SecretRule.MASKED),
                ConfigKey.of(
                                "webhookSecret",
                                new TextForm(Look.ANY),
                                null,
                                "signs what it is told; unset: nothing does")
                        .with(SecretRule.SECRET))) {
            keys.add(configKey.under("alerts").in(Acts.SERVE));
        }
        return keys;
    }
}
