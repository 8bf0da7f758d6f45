package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.access.AccessRules;
import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.alert.Webhook;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.gateway.pin.PinRegistry;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.reload.ReloadAttempt.Result;
import dev.plimsoll.gateway.rollout.RollbackRule;
import dev.plimsoll.gateway.rollout.RolloutController;
import dev.plimsoll.gateway.telemetry.TelemetryEntry;
import dev.plimsoll.json.Slice;
import dev.plimsoll.store.StoreUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Serves {@code GET /metrics}. */
public final class Metrics implements HttpService {

    private static final List<String> STATES = List.of("up", "down", "unknown");

    private final MetricRegistry metricRegistry = new MetricRegistry();
    private final TrafficMetrics trafficMetrics = new TrafficMetrics(metricRegistry);

    /** Returns the consumer that counts recorded requests. */
    public Consumer<List<TelemetryEntry>> traffic() {
        return trafficMetrics;
    }

    /** Returns the registry, for other readers of the metrics. */
    public MetricRegistry registry() {
        return metricRegistry;
    }

    /** Adds the metrics of the gateway's state. Must be called only once. */
    public void register(MetricSources metricSources) {
        MetricFamily build = metricRegistry.gauge(
                "plimsoll_build_info", "Always 1. The labels have the versions.", "version", "java");
        build.set(1, metricSources.version(), Runtime.version().toString());
        MetricFamily servers = metricRegistry.gauge(
                "plimsoll_upstream_state", "1 for the current state of the server.", "server", "state");
        MetricFamily sessions = metricRegistry.gauge("plimsoll_sessions", "Open sessions.");
        MetricFamily processes = metricRegistry.gauge("plimsoll_server_processes", "Running server processes.");
        MetricFamily used =
                metricRegistry.gauge("plimsoll_pool_used", "Used units of pools that callers share.", "pool");
        MetricFamily limits = metricRegistry.gauge("plimsoll_pool_limit", "Units of pools that callers share.", "pool");
        MetricFamily refused = metricRegistry.counter(
                "plimsoll_pool_refused_total",
                "Refused requests for units: the pool was full, or the rest was reserved for others.",
                "pool",
                "reason");
        MetricFamily snapshots = metricRegistry.gauge("plimsoll_store_snapshots", "Stored snapshots.");
        MetricFamily bytes = metricRegistry.gauge("plimsoll_store_bytes", "Bytes of stored snapshots.");
        MetricFamily maxBytes = metricRegistry.gauge("plimsoll_store_max_bytes", "Maximum bytes of stored snapshots.");
        MetricFamily degraded = metricRegistry.gauge(
                "plimsoll_store_degraded", "1 while memory replaces the store, or the store is not available.");
        MetricFamily failures =
                metricRegistry.counter("plimsoll_store_failures_total", "Results that could not be stored.", "reason");
        MetricFamily refusedReads = metricRegistry.counter(
                "plimsoll_cursors_held_back_total", "Follow-up reads refused after too many wrong cursors.");
        MetricFamily lost =
                metricRegistry.counter("plimsoll_telemetry_lost_total", "Telemetry entries that were not written.");
        metricRegistry.updateBeforeRead(() -> {
            metricSources
                    .servers()
                    .get()
                    .forEach((name, current) ->
                            STATES.forEach(state -> servers.set(state.equals(current) ? 1 : 0, name, state)));
            for (PoolUsage pool : metricSources.pools().get()) {
                setPool(pool, used, limits, refused);
                if (pool.key().equals("sessions.max")) {
                    sessions.set(pool.used());
                } else if (pool.key().equals("maxProcesses")) {
                    processes.set(pool.used());
                }
            }
            StoreUsage usage = metricSources.store().get();
            snapshots.set(usage.snapshots());
            bytes.set(usage.bytes());
            maxBytes.set(usage.maxBytes());
            degraded.set(metricSources.isDegraded().getAsBoolean() ? 1 : 0);
            metricSources.storeFailures().get().forEach((reason, count) -> failures.set(count, reason));
            refusedReads.set(metricSources.refusedReads().getAsLong());
            lost.set(metricSources.lostEntries().getAsLong());
        });
        ProcessMetrics.register(metricRegistry);
    }

    private static void setPool(PoolUsage pool, MetricFamily used, MetricFamily limits, MetricFamily refused) {
        used.set(pool.used(), pool.key());
        limits.set(pool.limit(), pool.key());
        refused.set(pool.fullRefusals(), pool.key(), "full");
        refused.set(pool.shareRefusals(), pool.key(), "share");
    }

    /** Adds the metrics of alerts. Must be called only once. */
    public void register(AlertMonitor alertMonitor, @Nullable Webhook webhook) {
        AlertMetrics.register(metricRegistry, alertMonitor, webhook);
    }

    /** Adds the metrics of the configuration. Must be called only once. */
    public void register(ConfigReloader configReloader) {
        MetricFamily reloads = metricRegistry.counter("plimsoll_config_reloads_total", "Reload attempts.", "result");
        MetricFamily refused = metricRegistry.gauge(
                "plimsoll_config_refused", "1 if the last reload attempt was refused, 0 otherwise.");
        MetricFamily since = metricRegistry.gauge(
                "plimsoll_config_in_force_since_seconds", "Unix time when the current configuration was applied.");
        metricRegistry.updateBeforeRead(() -> {
            for (Result result : Result.values()) {
                reloads.set(configReloader.count(result), result.label());
            }
            refused.set(configReloader.lastRefusal() == null ? 0 : 1);
            since.set(configReloader.appliedAt().getEpochSecond());
        });
    }

    /** Adds the metrics of rollouts. Must be called only once. */
    public void register(RolloutController rolloutController) {
        MetricFamily rollbacks =
                metricRegistry.gauge("plimsoll_rollout_taken_back", "Active rollbacks of protection.", "by");
        metricRegistry.updateBeforeRead(() -> {
            long automatic = rolloutController.status().rollbacks().stream()
                    .filter(RollbackRule::isAutomatic)
                    .count();
            rollbacks.set(automatic, "automatic");
            rollbacks.set(rolloutController.status().rollbacks().size() - automatic, "hand");
        });
    }

    /** Adds the metrics of the servers' circuit breakers. Must be called only once. */
    public void register(ServerCircuits circuits) {
        MetricFamily ejections = metricRegistry.counter(
                "plimsoll_upstream_ejections_total",
                "Times that calls of a failing server began to be refused.",
                "server");
        metricRegistry.updateBeforeRead(
                () -> circuits.ejections().forEach((server, count) -> ejections.set(count, server)));
    }

    /** Adds the metrics of access rules. Must be called only once. */
    public void register(AccessRules rules) {
        MetricFamily refusals =
                metricRegistry.counter("plimsoll_access_refusals_total", "Requests that no access rule allowed.");
        metricRegistry.updateBeforeRead(() -> refusals.set(rules.refusals()));
    }

    /** Adds the metrics of pinned tools. Must be called only once. */
    public void register(PinRegistry pins) {
        PinMetrics.register(metricRegistry, pins);
    }

    /** Adds the metrics of the response cache. Must be called only once. */
    public void register(ResponseCache cache) {
        CacheMetrics.register(metricRegistry, cache);
    }

    @Override
    public boolean accepts(String path) {
        return path.equals("/metrics");
    }

    @Override
    public boolean isPublic() {
        return false;
    }

    @Override
    public ServiceResponse answer(ServiceRequest serviceRequest) {
        MetricWriter metricWriter = MetricWriter.forAcceptHeader(serviceRequest.accept());
        List<Slice> text = new ArrayList<>();
        metricRegistry.read(families -> text.add(metricWriter.format(families)));
        return new ServiceResponse(200, metricWriter.contentType(), text.get(0));
    }
}
