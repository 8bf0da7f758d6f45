package dev.plimsoll.gateway.config.model;

import dev.plimsoll.policy.Policies;
import dev.plimsoll.policy.Policy;
import dev.plimsoll.policy.Profiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that can be set, as one immutable value. Paths are absolute, secrets are filled in and masked in every
 * {@code toString}.
 *
 * @param preset the named set of defaults that the policy started from
 * @param policies preset, policy and the rules of {@code tools}, in this order
 * @param maxMessageBytes the longest message that is relayed, in either direction
 * @param serving what {@code serve} has of its own
 * @param data the folder for what has to outlive the process
 * @param given the options of the command line that said where to read this, as another command would have to repeat them
 * @param catalogs how much of the servers' tools is listed
 * @param rollouts which policies are rolled out bit by bit
 * @param alerts when somebody is told that something is not as it should be
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
        String given,
        CatalogConfig catalogs,
        AlertsConfig alerts,
        RolloutConfig rollouts) {

    public Configuration {
        servers = List.copyOf(servers);
    }

    /** One that no command line has chosen, and that lists all of every server. */
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
                RolloutConfig.NONE);
    }

    /** What holds where nothing is set: written out, since looking it up among all keys costs a start more than a file. */
    public static Configuration defaults(Path data) {
        Path spill = data.resolve("data").resolve("spill");
        return new Configuration(
                List.of(),
                "balanced",
                Policies.of(Policy.defaults()).withProfiles(Profiles.builtIn()),
                new StoreConfig(StoreConfig.Type.MEMORY, 256L << 20, new StoreConfig.Spill(spill, 4L << 30), RedisConfig.UNSET),
                new CursorConfig(CursorConfig.Bind.CALLER, null, List.of()),
                64 << 20,
                ServeConfig.defaults(),
                new TelemetryConfig(Duration.ofDays(30), 1L << 30, false),
                LogLevel.INFO,
                data);
    }

    /** Host and port that {@code serve} listens on. */
    public String listen() {
        return serving.listen();
    }

    public Optional<ServerConfig> server(String name) {
        return servers.stream().filter(serverConfig -> serverConfig.name().equals(name)).findFirst();
    }

    /** A copy with this server in place of one of the same name, or added. */
    public Configuration with(ServerConfig serverConfig) {
        List<ServerConfig> changed = new ArrayList<>(servers);
        changed.removeIf(other -> other.name().equals(serverConfig.name()));
        changed.add(serverConfig);
        return copy(changed, given, alerts);
    }

    /** A copy that says by which options it was chosen. */
    public Configuration given(String options) {
        return copy(servers, options, alerts);
    }

    /** A copy with other alerts. */
    public Configuration with(AlertsConfig other) {
        return copy(servers, given, other);
    }

    private Configuration copy(List<ServerConfig> all, String options, AlertsConfig told) {
        return new Configuration(
                all,
                preset,
                policies,
                store,
                cursor,
                maxMessageBytes,
                serving,
                telemetry,
                logLevel,
                data,
                options,
                catalogs,
                told,
                rollouts);
    }
}
