package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The complete configuration, as an immutable value. Paths are absolute. Secrets are filled in, but masked in every
 * {@code toString}.
 *
 * @param preset the named set of defaults that the policy is based on
 * @param policies preset, policy, and the rules of {@code tools}, in this order
 * @param maxMessageBytes the longest message that is relayed, in either direction
 * @param serving settings for {@code serve} only
 * @param data the folder for data that outlives the process
 * @param rerunOptions command line options with which another command reads the same configuration
 * @param catalogs settings that say how much of the servers' tool lists clients see
 * @param alerts thresholds and webhook for alerts
 * @param rollouts policies that are rolled out in steps
 * @param programs settings for programs that call tools
 * @param isShowEnabled whether people can see whole results in the app of Plimsoll itself
 */
public record Configuration(
        List<ServerConfig> servers,
        String preset,
        Policies policies,
        StoreConfig store,
        CursorConfig cursor,
        int maxMessageBytes,
        ServeConfig serving,
        TelemetryConfig telemetry,
        LogLevel logLevel,
        Path data,
        String rerunOptions,
        CatalogConfig catalogs,
        AlertsConfig alerts,
        RolloutConfig rollouts,
        ProgramsConfig programs,
        boolean isShowEnabled) {

    public Configuration {
        servers = List.copyOf(servers);
    }

    /** Creates a configuration without rerun options, and with the defaults of catalogs and of all later components. */
    public Configuration(
            List<ServerConfig> servers,
            String preset,
            Policies policies,
            StoreConfig store,
            CursorConfig cursor,
            int maxMessageBytes,
            ServeConfig serving,
            TelemetryConfig telemetry,
            LogLevel logLevel,
            Path data) {
        this(
                servers,
                preset,
                policies,
                store,
                cursor,
                maxMessageBytes,
                serving,
                telemetry,
                logLevel,
                data,
                "",
                CatalogConfig.FULL,
                AlertsConfig.DEFAULT,
                RolloutConfig.NONE,
                ProgramsConfig.OFF,
                true);
    }

    /**
     * Returns the defaults. They repeat the defaults of the keys, because loading all keys would slow down
     * the start.
     */
    public static Configuration defaults(Path data, StoreConfig.Type storeType) {
        Path spill = data.resolve("data").resolve("spill");
        return new Configuration(
                List.of(),
                "balanced",
                Policies.of(Policy.defaults()).withProfiles(Profiles.builtIn()),
                new StoreConfig(storeType, 256L << 20, new StoreConfig.Spill(spill, 4L << 30), RedisConfig.UNSET),
                new CursorConfig(CursorConfig.Bind.CALLER, null, List.of()),
                64 << 20,
                ServeConfig.defaults(),
                new TelemetryConfig(Duration.ofDays(30), 1L << 30, false),
                LogLevel.INFO,
                data);
    }

    /** Returns the host and port that {@code serve} listens on. */
    public String listen() {
        return serving.listen();
    }

    /** Returns the rate limits of the servers that have one. */
    public Map<String, Integer> rateLimits() {
        Map<String, Integer> limits = new HashMap<>();
        for (ServerConfig serverConfig : servers) {
            Integer limit = serverConfig.rateLimit();
            if (limit != null) {
                limits.put(serverConfig.name(), limit);
            }
        }
        return limits;
    }

    public Optional<ServerConfig> server(String name) {
        return servers.stream()
                .filter(serverConfig -> serverConfig.name().equals(name))
                .findFirst();
    }

    /** Returns a copy with this server, which replaces a server of the same name. */
    public Configuration with(ServerConfig serverConfig) {
        List<ServerConfig> newServers = new ArrayList<>(servers);
        newServers.removeIf(other -> other.name().equals(serverConfig.name()));
        newServers.add(serverConfig);
        return copy(newServers, rerunOptions, alerts);
    }

    /** Returns a copy with these command line options. */
    public Configuration withRerunOptions(String options) {
        return copy(servers, options, alerts);
    }

    /** Returns a copy with other alerts. */
    public Configuration with(AlertsConfig newAlerts) {
        return copy(servers, rerunOptions, newAlerts);
    }

    private Configuration copy(List<ServerConfig> newServers, String newRerunOptions, AlertsConfig newAlerts) {
        return new Configuration(
                newServers,
                preset,
                policies,
                store,
                cursor,
                maxMessageBytes,
                serving,
                telemetry,
                logLevel,
                data,
                newRerunOptions,
                catalogs,
                newAlerts,
                rollouts,
                programs,
                isShowEnabled);
    }
}
