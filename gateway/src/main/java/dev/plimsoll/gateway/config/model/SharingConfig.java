package dev.plimsoll.gateway.config.model;

import java.time.Duration;
import java.util.Map;

/**
 * Settings for sharing connections to servers.
 *
 * @param isolation the default for all servers
 * @param byServer settings of single servers, by name
 * @param idle idle time after which a shared connection is closed
 */
public record SharingConfig(IsolationMode isolation, Map<String, IsolationMode> byServer, Duration idle) {

    public SharingConfig {
        byServer = Map.copyOf(byServer);
    }

    public static SharingConfig defaults() {
        return new SharingConfig(IsolationMode.SESSION, Map.of(), Duration.ofMinutes(10));
    }

    public IsolationMode forServer(ServerConfig serverConfig) {
        return byServer.getOrDefault(serverConfig.name(), isolation);
    }
}
