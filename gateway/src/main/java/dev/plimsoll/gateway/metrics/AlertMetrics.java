package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.alert.AlertMonitor.RuleStatus;
import dev.plimsoll.gateway.alert.Webhook;
import org.jspecify.annotations.Nullable;

/** Metrics of alerts. */
final class AlertMetrics {

    private AlertMetrics() {}

    static void register(MetricRegistry metricRegistry, AlertMonitor alertMonitor, @Nullable Webhook webhook) {
        MetricFamily active = metricRegistry.gauge("plimsoll_alert_active", "1 while the alert is active.", "alert");
        MetricFamily started = metricRegistry.counter("plimsoll_alerts_total", "Alerts that have started.", "alert");
        MetricFamily values = metricRegistry.gauge("plimsoll_alert_value", "Current value of the rule.", "alert");
        MetricFamily thresholds = metricRegistry.gauge("plimsoll_alert_threshold", "Threshold of the rule.", "alert");
        MetricFamily notifications = metricRegistry.counter(
                "plimsoll_webhook_notices_total", "Notifications to the webhook, by result.", "result");
        metricRegistry.updateBeforeRead(() -> {
            values.clear();
            for (RuleStatus ruleStatus : alertMonitor.ruleStatuses()) {
                String label = ruleStatus.rule().label();
                active.set(ruleStatus.isFiring() ? 1 : 0, label);
                started.set(alertMonitor.episodeCount(ruleStatus.rule()), label);
                thresholds.set(ruleStatus.threshold(), label);
                Double value = ruleStatus.value();
                if (value != null) {
                    values.set(value, label);
                }
            }
            if (webhook != null) {
                notifications.set(webhook.delivered(), "delivered");
                notifications.set(webhook.failed(), "failed");
                notifications.set(webhook.dropped(), "dropped");
            }
        });
    }
}
