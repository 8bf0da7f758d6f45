package dev.plimsoll.gateway.config.model;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings for {@code serve}.
 *
 * @param listen host and port
 * @param healthListen host and port of the additional listener for health checks; null for none
 * @param origins origins of browsers that may call, besides those of this machine
 * @param isInsecure whether serve may listen beyond loopback without authentication
 * @param maxSessions maximum number of concurrent sessions
 * @param sessionIdle idle time after which a session ends
 * @param maxProcesses maximum number of concurrent processes of started servers
 * @param sharing how connections to servers are shared
 * @param access settings for caller access
 * @param peers URLs of the other replicas
 * @param management settings for changes of the configuration by callers
 */
public record ServeConfig(
        String listen,
        @Nullable String healthListen,
        List<String> origins,
        boolean isInsecure,
        int maxSessions,
        Duration sessionIdle,
        int maxProcesses,
        SharingConfig sharing,
        AccessConfig access,
        List<String> peers,
        ManagementConfig management) {

    public ServeConfig {
        origins = List.copyOf(origins);
        peers = List.copyOf(peers);
    }

    static ServeConfig defaults() {
        return new ServeConfig(
                "127.0.0.1:8080",
                null,
                List.of(),
                false,
                10_000,
                Duration.ofMinutes(30),
                100,
                SharingConfig.defaults(),
                AccessConfig.open(),
                List.of(),
                ManagementConfig.defaults());
    }
}
