package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.alert.AlertMonitor.Sources;
import dev.plimsoll.gateway.alert.Webhook;
import dev.plimsoll.gateway.config.model.AlertsConfig;
import dev.plimsoll.gateway.config.model.SecretValue;
import dev.plimsoll.gateway.data.EngineFactory;
import dev.plimsoll.gateway.log.Log;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Alert monitor of the gateway, with its webhook.
 *
 * @param webhook null if none is configured
 */
record AlertSetup(AlertMonitor alerting, @Nullable Webhook webhook, AtomicReference<@Nullable EngineFactory> engine)
        implements AutoCloseable {

    static AlertSetup of(AlertsConfig settings, InstantSource clock, Log log) {
        AtomicReference<@Nullable EngineFactory> engine = new AtomicReference<>();
        SecretValue url = settings.webhook();
        SecretValue secretValue = settings.webhookSecret();
        Webhook webhook = url == null
                ? null
                : Webhook.to(url.reveal(), secretValue == null ? null : secretValue.revealBytes(), clock, log);
        Sources sources = new Sources(() -> failures(engine.get()), () -> degraded(engine.get()));
        return new AlertSetup(
                new AlertMonitor(settings, sources, webhook == null ? episode -> {} : webhook, clock, log),
                webhook,
                engine);
    }

    private static long failures(@Nullable EngineFactory engine) {
        return engine == null
                ? 0
                : engine.failures().values().stream().mapToLong(Long::longValue).sum();
    }

    private static boolean degraded(@Nullable EngineFactory engine) {
        return engine != null && engine.degraded();
    }

    /** Starts to monitor the engine. */
    void begin(EngineFactory opened) {
        engine.set(opened);
        alerting.begin();
    }

    @Override
    public void close() {
        alerting.close();
        if (webhook != null) {
            webhook.close();
        }
    }
}
