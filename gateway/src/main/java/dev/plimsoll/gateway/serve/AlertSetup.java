package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.alert.AlertMonitor.Sources;
import dev.plimsoll.gateway.alert.Webhook;
import dev.plimsoll.gateway.config.model.AlertsConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.log.Log;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Alert monitor of the gateway, with its webhook.
 *
 * @param webhook the webhook; null if none is configured
 * @param engine the monitored engine; null until {@link #start}
 */
record AlertSetup(AlertMonitor alertMonitor, @Nullable Webhook webhook, AtomicReference<@Nullable GatewayEngine> engine)
        implements AutoCloseable {

    static AlertSetup create(AlertsConfig settings, InstantSource clock, Log log) {
        AtomicReference<@Nullable GatewayEngine> engine = new AtomicReference<>();
        SecretValue url = settings.webhook();
        SecretValue secretValue = settings.webhookSecret();
        Webhook webhook = url == null
                ? null
                : Webhook.create(url.reveal(), secretValue == null ? null : secretValue.revealBytes(), clock, log);
        Sources sources = new Sources(() -> countFailures(engine.get()), () -> isDegraded(engine.get()));
        return new AlertSetup(
                new AlertMonitor(settings, sources, webhook == null ? episode -> {} : webhook, clock, log),
                webhook,
                engine);
    }

    private static long countFailures(@Nullable GatewayEngine engine) {
        return engine == null
                ? 0
                : engine.storeFailures().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
    }

    private static boolean isDegraded(@Nullable GatewayEngine engine) {
        return engine != null && engine.isDegraded();
    }

    /** Starts to monitor the engine. */
    void start(GatewayEngine openedEngine) {
        engine.set(openedEngine);
        alertMonitor.start();
    }

    @Override
    public void close() {
        alertMonitor.close();
        if (webhook != null) {
            webhook.close();
        }
    }
}
