package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.admin.AlertsService;
import dev.plimsoll.gateway.admin.ArmsService;
import dev.plimsoll.gateway.admin.PinApprovalService;
import dev.plimsoll.gateway.admin.PinsService;
import dev.plimsoll.gateway.admin.ReloadsService;
import dev.plimsoll.gateway.admin.RepeatedQueriesService;
import dev.plimsoll.gateway.admin.RequestRecords;
import dev.plimsoll.gateway.admin.RequestsService;
import dev.plimsoll.gateway.admin.SumsService;
import dev.plimsoll.gateway.alert.AlertMonitor;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.queries.RepeatedQueries;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.gateway.rollout.RolloutService;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.stored.StoredQueries;
import java.time.InstantSource;
import java.util.List;

/** Services that show what a data folder has recorded, for {@code serve} and for the dashboard of a daemon. */
record RecordServices(
        RequestRecords requestRecords,
        RepeatedQueries repeatedQueries,
        AlertMonitor alertMonitor,
        ConfigReloader configReloader,
        GatewayEngine engine,
        InstantSource clock) {

    List<HttpService> services() {
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
                                .of(server, tool)
                                .policy()
                                .get(Policy.QUERIES))),
                new PinsService(engine.pins()),
                new PinApprovalService(engine.pins()),
                new ReloadsService(configReloader));
    }
}
