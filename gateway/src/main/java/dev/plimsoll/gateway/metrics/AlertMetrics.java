package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.alert.Alerting;
import dev.plimsoll.gateway.alert.Alerting.Standing;
import dev.plimsoll.gateway.alert.Webhook;
import org.jspecify.annotations.Nullable;

/** Alerts as metrics. */
final class AlertMetrics {

    private AlertMetrics() {}

    static void watched(Registry registry, Alerting alerting, @Nullable Webhook webhook) {
        Family active = registry.gauge("plimsoll_alert_active", "1 as long as an alert lasts.", "alert");
        Family begun = registry.counter("plimsoll_alerts_total", "Alerts that have begun.", "alert");
        Family values = registry.gauge("plimsoll_alert_value", "What is measured now.", "alert");
        Family thresholds = registry.gauge("plimsoll_alert_threshold", "Above which it alerts.", "alert");
        Family notices = registry.counter("plimsoll_webhook_notices_total", "What the webhook was told.", "result");
        registry.looking(() -> {
            values.clear();
            for (Standing one : alerting.standings()) {
                String word = one.rule().word();
                active.set(one.firing() ? 1 : 0, word);
                begun.set(alerting.begun(one.rule()), word);
                thresholds.set(one.threshold(), word);
                Double value = one.value();
                if (value != null) {
                    values.set(value, word);
                }
            }
            if (webhook != null) {
                notices.set(webhook.delivered(), "delivered");
                notices.set(webhook.failed(), "failed");
                notices.set(webhook.dropped(), "dropped");
            }
        });
    }
}
