package dev.plimsoll.spring.actuate;

import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import dev.plimsoll.telemetry.UsageWarning;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Listener that records Micrometer metrics of the guard, with the same names as the gateway's {@code /metrics}. It looks up the registry for
 * each measurement, because the registry may be created after the server.
 */
final class PlimsollMetrics implements GuardListener {

    private final ObjectProvider<MeterRegistry> registries;

    PlimsollMetrics(ObjectProvider<MeterRegistry> registries) {
        this.registries = registries;
    }

    /** Registers gauges of the store's usage and limit. */
    static void registerGauges(SnapshotStore store, MeterRegistry registry) {
        Gauge.builder(
                        "plimsoll.store.snapshots",
                        store,
                        observed -> observed.usage().snapshots())
                .description("Stored results that can be read")
                .register(registry);
        Gauge.builder(
                        "plimsoll.store.bytes",
                        store,
                        observed -> observed.usage().bytes())
                .description("Bytes of the stored results")
                .register(registry);
        Gauge.builder(
                        "plimsoll.store.max.bytes",
                        store,
                        observed -> observed.usage().maxBytes())
                .description("Maximum bytes of the stored results")
                .register(registry);
    }

    @Override
    public void onGuarded(Receipt receipt) {
        MeterRegistry registry = registries.getIfUnique();
        if (registry == null) {
            return;
        }
        Tags tags = Tags.of("server", receipt.server(), "tool", receipt.tool());
        registry.counter(
                        "plimsoll.requests",
                        tags.and("outcome", receipt.outcome().recordName()))
                .increment();
        if (receipt.outcome() != OutcomeKind.READ) {
            registry.counter("plimsoll.original.tokens", tags).increment((double) receipt.originalTokens());
            registry.counter("plimsoll.original.bytes", tags).increment((double) receipt.originalBytes());
        }
        registry.counter("plimsoll.answer.tokens", tags).increment((double) receipt.answerTokens());
        registry.counter("plimsoll.answer.bytes", tags).increment((double) receipt.answerBytes());
        for (UsageWarning usageWarning : UsageWarning.values()) {
            if (usageWarning.isIn(receipt.reason())) {
                registry.counter("plimsoll.nudges", "server", receipt.server(), "nudge", usageWarning.metricName())
                        .increment();
            }
        }
        registry.timer("plimsoll.own.duration", "server", receipt.server())
                .record(receipt.nanos(), TimeUnit.NANOSECONDS);
    }
}
