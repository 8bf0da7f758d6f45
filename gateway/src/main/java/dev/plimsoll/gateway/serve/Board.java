package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.admin.Records;
import dev.plimsoll.gateway.admin.Standings;
import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.config.model.Configuration;
import dev.plimsoll.gateway.config.model.Server;
import dev.plimsoll.gateway.dashboard.ConfigurationService;
import dev.plimsoll.gateway.dashboard.Feed;
import dev.plimsoll.gateway.dashboard.LiveEvents;
import dev.plimsoll.gateway.dashboard.Playground;
import dev.plimsoll.gateway.dashboard.Sightings;
import dev.plimsoll.gateway.dashboard.Site;
import dev.plimsoll.gateway.dashboard.StatusService;
import dev.plimsoll.gateway.dashboard.StatusService.Kept;
import dev.plimsoll.gateway.dashboard.StatusService.Served;
import dev.plimsoll.gateway.dashboard.StatusService.State;
import dev.plimsoll.gateway.data.OpenEngine;
import dev.plimsoll.gateway.http.Service;
import dev.plimsoll.gateway.reload.Reloading;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.store.Occupancy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** The dashboard's part of a gateway. */
record Board(Feed feed, Sightings sightings) {

    /** @param capture whether what answers say is remembered for a while */
    Board(boolean capture) {
        this(new Feed(), new Sightings(capture));
    }

    /** @param shown the configuration as it may be shown */
    List<Service> services(State state, Supplier<String> shown) {
        return List.of(
                new Site(),
                new LiveEvents(feed),
                sightings,
                new StatusService(state),
                new ConfigurationService(shown),
                new Playground());
    }

    /** What there is to say of a gateway. */
    record Running(
            String version,
            String since,
            Reloading reloading,
            List<Server> configured,
            Standings standings,
            Records records,
            OpenEngine engine)
            implements State {

        static String now() {
            return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        }

        private Configuration configuration() {
            return reloading.inForce().configuration();
        }

        @Override
        public List<Served> servers() {
            Map<String, String> words = standings.words();
            return configured.stream()
                    .map(server -> new Served(
                            server.name(),
                            server.url() == null ? "process" : "url",
                            words.getOrDefault(server.name(), "unknown")))
                    .toList();
        }

        @Override
        public Kept kept() {
            Occupancy occupancy = engine.occupancy();
            boolean fallenBack = engine.fallenBack();
            String trouble = engine.trouble();
            String type = configuration().store().type().name().toLowerCase(Locale.ROOT);
            return new Kept(
                    fallenBack ? "memory" : type,
                    fallenBack,
                    trouble == null ? "" : trouble,
                    occupancy.snapshots(),
                    occupancy.bytes(),
                    occupancy.maxBytes());
        }

        @Override
        public ResponseCache cache() {
            return engine.responses();
        }

        @Override
        public long lost() {
            return records.journal().lost();
        }

        @Override
        public String trouble() {
            String trouble = records.journal().trouble();
            return trouble == null ? "" : trouble;
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
            settings.put("auth", configuration.serving().access().guarded() ? "required" : "open");
            settings.put(
                    "retentionDays",
                    Long.toString(configuration.telemetry().retention().toDays()));
            return settings;
        }
    }
}
