package dev.plimsoll.gateway.config.model;

import java.time.Duration;
import java.util.Map;

/**
 * Who shares a connection to a server.
 *
 * @param isolation where a server has nothing of its own set
 * @param byServer what single servers have set, by name
 * @param idle when a shared connection that nobody uses ends
 */
public record SharingMode(IsolationMode isolation, Map<String, IsolationMode> byServer, Duration idle) {

    public SharingMode {
        byServer = Map.copyOf(byServer);
    }

    public static SharingMode defaults() {
        return new SharingMode(IsolationMode.SESSION, Map.of(), Duration.ofMinutes(10));
    }

    public IsolationMode of(ServerConfig serverConfig) {
        return byServer.getOrDefault(serverConfig.name(), isolation);
    }
}
