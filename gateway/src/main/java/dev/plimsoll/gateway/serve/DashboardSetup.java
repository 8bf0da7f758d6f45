package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.admin.RequestRecords;
import dev.plimsoll.gateway.admin.ServerStatus;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.dashboard.AnswerSketches;
import dev.plimsoll.gateway.dashboard.ConfigurationService;
import dev.plimsoll.gateway.dashboard.DashboardSite;
import dev.plimsoll.gateway.dashboard.EventFeed;
import dev.plimsoll.gateway.dashboard.LiveEvents;
import dev.plimsoll.gateway.dashboard.Playground;
import dev.plimsoll.gateway.dashboard.StatusService;
import dev.plimsoll.gateway.dashboard.StatusService.ServerState;
import dev.plimsoll.gateway.dashboard.StatusService.State;
import dev.plimsoll.gateway.dashboard.StatusService.StoreState;
import dev.plimsoll.gateway.data.GatewayEngine;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.manage.server.ServerManager;
import dev.plimsoll.gateway.reload.ConfigReloader;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.StoreUsage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Creates the services of the dashboard. */
record DashboardSetup(EventFeed feed, AnswerSketches sketches) {

    /** @param isCapturing whether the beginnings of answers are stored in memory, for display in the dashboard */
    DashboardSetup(boolean isCapturing) {
        this(new EventFeed(), new AnswerSketches(isCapturing));
    }

    /** @param maskedJson returns the configuration as JSON, with masked secrets */
    List<HttpService> services(State state, Supplier<String> maskedJson) {
        return List.of(
                new DashboardSite(),
                new LiveEvents(feed),
                sketches,
                new StatusService(state),
                new ConfigurationService(maskedJson),
                new Playground());
    }

    /** State of a running gateway, for the dashboard. */
    record GatewayState(
            String version,
            String since,
            ConfigReloader configReloader,
            ServerStatus serverStatus,
            RequestRecords records,
            GatewayEngine engine)
            implements State {

        static String currentTime() {
            return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        }

        private Configuration configuration() {
            return configReloader.current().configuration();
        }

        @Override
        public List<ServerState> servers() {
            Map<String, String> statusLabels = serverStatus.labels();
            Set<String> stopped = configuration().serving().management().stopped();
            return ServerManager.findServable(configuration()).stream()
                    .map(serverConfig -> new ServerState(
                            serverConfig.name(),
                            serverConfig.url() == null ? "process" : "url",
                            stopped.contains(serverConfig.name())
                                    ? "stopped"
                                    : statusLabels.getOrDefault(serverConfig.name(), "unknown")))
                    .toList();
        }

        @Override
        public StoreState store() {
            StoreUsage storeUsage = engine.storeUsage();
            boolean isFallback = engine.isFallback();
            String error = engine.storeError();
            String type = configuration().store().type().name().toLowerCase(Locale.ROOT);
            return new StoreState(
                    isFallback ? "memory" : type,
                    isFallback,
                    error == null ? "" : error,
                    storeUsage.snapshots(),
                    storeUsage.bytes(),
                    storeUsage.maxBytes());
        }

        @Override
        public ResponseCache cache() {
            return engine.responses();
        }

        @Override
        public long lostEntries() {
            return records.journal().lostEntries();
        }

        @Override
        public String telemetryError() {
            String error = records.journal().lastError();
            return error == null ? "" : error;
        }

        @Override
        public Map<String, String> settings() {
            Configuration configuration = configuration();
            Policy policy = configuration.policies().base();
            Map<String, String> settings = new LinkedHashMap<>();
            settings.put("preset", configuration.preset());
            settings.put("budget", policy.text(Policy.TOKEN_BUDGET_THRESHOLD));
            settings.put("style", policy.text(Policy.STYLE));
            settings.put("estimator", policy.text(Policy.ESTIMATOR));
            settings.put("ttl", policy.text(Policy.TTL));
            settings.put(
                    "rules", Integer.toString(configuration.policies().rules().size()));
            settings.put("auth", configuration.serving().access().requiresAuthentication() ? "required" : "open");
            settings.put(
                    "retentionDays",
                    Long.toString(configuration.telemetry().retention().toDays()));
            return settings;
        }
    }
}
