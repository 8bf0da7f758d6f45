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
public record Sharing(Isolation isolation, Map<String, Isolation> byServer, Duration idle) {

    public Sharing {
        byServer = Map.copyOf(byServer);
    }

    public static Sharing defaults() {
        return new Sharing(Isolation.SESSION, Map.of(), Duration.ofMinutes(10));
    }

    public Isolation of(Server server) {
        return byServer.getOrDefault(server.name(), isolation);
    }
}
