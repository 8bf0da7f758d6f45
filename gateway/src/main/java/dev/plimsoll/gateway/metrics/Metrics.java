package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.alert.Alerting;
import dev.plimsoll.gateway.alert.Webhook;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.gateway.reload.Attempt.Result;
import dev.plimsoll.gateway.reload.Reloading;
import dev.plimsoll.gateway.rollout.Back;
import dev.plimsoll.gateway.rollout.RollingOut;
import dev.plimsoll.gateway.telemetry.Entry;
import dev.plimsoll.json.Slice;
import dev.plimsoll.store.Occupancy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@code GET /metrics}. */
public final class Metrics implements Service {

    private static final List<String> STATES = List.of("up", "down", "unknown");

    private final Registry registry = new Registry();
    private final Traffic traffic = new Traffic(registry);

    /** Takes what is written down of requests. */
    public Consumer<List<Entry>> traffic() {
        return traffic;
    }

    /** Where others read the same. */
    public Registry registry() {
        return registry;
    }

    /** From now on tells of this, too; once. */
    public void tellOf(Condition condition) {
        Family build = registry.gauge("plimsoll_build_info", "1.", "version", "java");
        build.set(1, condition.version(), Runtime.version().toString());
        Family servers = registry.gauge("plimsoll_upstream_state", "1 for how a server stands.", "server", "state");
        Family sessions = registry.gauge("plimsoll_sessions", "Sessions that are open.");
        Family processes = registry.gauge("plimsoll_server_processes", "Processes of servers that run.");
        Family snapshots = registry.gauge("plimsoll_store_snapshots", "Results that can be read on.");
        Family bytes = registry.gauge("plimsoll_store_bytes", "What they take.");
        Family most = registry.gauge("plimsoll_store_max_bytes", "What they may take.");
        Family degraded =
                registry.gauge("plimsoll_store_degraded", "1 when memory stands in for the store, or it is away.");
        Family failures =
                registry.counter("plimsoll_store_failures_total", "Results that could not be kept.", "reason");
        Family heldBack = registry.counter(
                "plimsoll_cursors_held_back_total", "Readings after too many cursors that were none of the reader's.");
        Family lost = registry.counter("plimsoll_telemetry_lost_total", "Entries that were not written.");
        registry.looking(() -> {
            condition
                    .servers()
                    .get()
                    .forEach((name, standing) ->
                            STATES.forEach(state -> servers.set(state.equals(standing) ? 1 : 0, name, state)));
            sessions.set(condition.sessions().getAsInt());
            processes.set(condition.processes().getAsInt());
            Occupancy occupied = condition.store().get();
            snapshots.set(occupied.snapshots());
            bytes.set(occupied.bytes());
            most.set(occupied.maxBytes());
            degraded.set(condition.degraded().getAsBoolean() ? 1 : 0);
            condition.storeFailures().get().forEach((reason, count) -> failures.set(count, reason));
            heldBack.set(condition.heldBack().getAsLong());
            lost.set(condition.lost().getAsLong());
        });
        Machine.watched(registry);
    }

    /** From now on tells of alerts, too; once. */
    public void tellOf(Alerting alerting, @Nullable Webhook webhook) {
        AlertMetrics.watched(registry, alerting, webhook);
    }

    /** From now on tells of the configuration, too; once. */
    public void tellOf(Reloading reloading) {
        Family reloads = registry.counter("plimsoll_config_reloads_total", "Tries to change it.", "result");
        Family refused = registry.gauge("plimsoll_config_refused", "1 while the last try was refused.");
        Family since = registry.gauge("plimsoll_config_in_force_since_seconds", "When it was put in force.");
        registry.looking(() -> {
            for (Result result : Result.values()) {
                reloads.set(reloading.count(result), result.word());
            }
            refused.set(reloading.refusal() == null ? 0 : 1);
            since.set(reloading.since().getEpochSecond());
        });
    }

    /** From now on tells of rollouts, too; once. */
    public void tellOf(RollingOut rollingOut) {
        Family back = registry.gauge("plimsoll_rollout_taken_back", "Rules by which protection is taken back.", "by");
        registry.looking(() -> {
            long automatic =
                    rollingOut.now().backs().stream().filter(Back::automatic).count();
            back.set(automatic, "automatic");
            back.set(rollingOut.now().backs().size() - automatic, "hand");
        });
    }

    /** From now on tells of the response cache, too; once. */
    public void tellOf(ResponseCache cache) {
        CacheMetrics.watched(registry, cache);
    }

    @Override
    public boolean leadsTo(String path) {
        return path.equals("/metrics");
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public Reply answer(Asked asked) {
        Exposition exposition = Exposition.accepted(asked.accept());
        List<Slice> text = new ArrayList<>();
        registry.read(families -> text.add(exposition.text(families)));
        return new Reply(200, exposition.type(), text.get(0));
    }
}
