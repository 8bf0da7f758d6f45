package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.rollout.RolloutService;
import dev.plimsoll.gateway.statistics.RepeatedQueries;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.stored.StoredQueries;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Services that show what a data folder has recorded, and approve pins, for {@code serve} and for the dashboard of a
 * daemon.
 */
public record RecordServices(
        RequestRecords requestRecords,
        RepeatedQueries repeatedQueries,
        AlertMonitor alertMonitor,
        ConfigReloader configReloader,
        GatewayEngine engine,
        InstantSource clock) {

    /** Returns the services for a process that has a data folder, but need not serve clients. */
    public List<HttpService> services() {
        return List.of(
                new RequestsService(requestRecords, clock),
                new SumsService(requestRecords, () -> engine.storeUsage().snapshots(), engine.responses(), clock),
                new ArmsService(requestRecords, clock),
                new RolloutService(configReloader, clock),
                new AlertsService(alertMonitor),
                new RepeatedQueriesService(
                        repeatedQueries,
                        (server, tool) -> StoredQueries.parse(configReloader
                                .current()
                                .configuration()
                                .policies()
                                .forTool(server, tool)
                                .policy()
                                .get(Policy.QUERIES))),
                new PinsService(engine.pins()),
                new PinApprovalService(engine.pins()),
                new ReloadHistoryService(configReloader));
    }

    /** Returns {@link #services}, and the services that drop cached results and reload the configuration. */
    public List<HttpService> allServices() {
        List<HttpService> all = new ArrayList<>(services());
        all.add(new CacheService(engine.responses()));
        all.add(new ReloadService(configReloader));
        return all;
    }
}
