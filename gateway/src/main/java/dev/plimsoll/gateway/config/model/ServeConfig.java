package dev.plimsoll.gateway.config.model;

import java.time.Duration;
import java.util.List;

/**
 * How {@code serve} meets its callers.
 *
 * @param listen host and port
 * @param origins of browsers that may call, besides those of this machine
 * @param insecure whether it may be reached from beyond this machine though nobody has to say who calls
 * @param maxSessions sessions at a time
 * @param sessionIdle when an unused session ends
 * @param maxProcesses processes of started servers at a time
 * @param sharing who shares a process or connection
 * @param access who may call, and how
 * @param peers addresses of the other replicas
 */
public record ServeConfig(
        String listen,
        List<String> origins,
        boolean insecure,
        int maxSessions,
        Duration sessionIdle,
        int maxProcesses,
        SharingMode sharing,
        AccessConfig access,
        List<String> peers) {

    public ServeConfig {
        origins = List.copyOf(origins);
        peers = List.copyOf(peers);
    }

    static ServeConfig defaults() {
        return new ServeConfig(
                "127.0.0.1:8080",
                List.of(),
                false,
                10_000,
                Duration.ofMinutes(30),
                100,
                SharingMode.defaults(),
                AccessConfig.open(),
                List.of());
    }
}
