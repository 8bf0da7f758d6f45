package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.alert.Alerting;
import dev.plimsoll.gateway.alert.Alerting.Sources;
import dev.plimsoll.gateway.alert.Webhook;
import dev.plimsoll.gateway.config.model.Alerts;
import dev.plimsoll.gateway.config.model.Secret;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.log.Log;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway watches, and who is told.
 *
 * @param webhook null: nobody is
 */
record Alarm(Alerting alerting, @Nullable Webhook webhook, AtomicReference<@Nullable OpenEngine> engine)
        implements AutoCloseable {

    static Alarm of(Alerts settings, InstantSource clock, Log log) {
        AtomicReference<@Nullable OpenEngine> engine = new AtomicReference<>();
        Secret url = settings.webhook();
        Secret secret = settings.webhookSecret();
        Webhook webhook =
                url == null ? null : Webhook.to(url.reveal(), secret == null ? null : secret.revealBytes(), clock, log);
        Sources sources = new Sources(() -> failures(engine.get()), () -> degraded(engine.get()));
        return new Alarm(
                new Alerting(settings, sources, webhook == null ? episode -> {} : webhook, clock, log),
                webhook,
                engine);
    }

    private static long failures(@Nullable OpenEngine engine) {
        return engine == null
                ? 0
                : engine.failures().values().stream().mapToLong(Long::longValue).sum();
    }

    private static boolean degraded(@Nullable OpenEngine engine) {
        return engine != null && engine.degraded();
    }

    /** Begins to watch, now that there is something to. */
    void begin(OpenEngine opened) {
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
