package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.pin.PinRegistry;

/** Metrics of pinned tools. */
final class PinMetrics {

    private PinMetrics() {}

    static void register(MetricRegistry metricRegistry, PinRegistry pins) {
        MetricFamily changes = metricRegistry.gauge(
                "plimsoll_pin_changes", "Tools whose entries differ from what was approved.", "server");
        MetricFamily held =
                metricRegistry.counter("plimsoll_pin_held_calls_total", "Calls of held tools, refused.", "server");
        metricRegistry.updateBeforeRead(() -> {
            pins.changes().forEach((server, count) -> changes.set(count, server));
            pins.heldCalls().forEach((server, count) -> held.set(count, server));
        });
    }
}
