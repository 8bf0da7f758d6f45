package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.config.model.NetworkConfig;
import dev.plimsoll.gateway.config.model.TlsConfig;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a front listens, and what it is called there.
 *
 * @param port 0 for any that is free
 * @param origins of browsers that may call besides those of this machine
 * @param publicUrl what callers reach it by where a proxy is in front; null: what they say in {@code Host}
 * @param tls null: what is said can be read on the way
 * @param maxConnections at a time
 * @param trustedProxies who is believed where a call comes from
 * @param patience with clients that are slow to say what they want
 */
public record ListenAddress(
        String host,
        int port,
        List<String> origins,
        @Nullable URI publicUrl,
        @Nullable TlsConfig tls,
        int maxConnections,
        List<NetworkConfig> trustedProxies,
        Duration patience) {

    /** A client that takes or gives nothing for so long is gone. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    public ListenAddress {
        origins = List.copyOf(origins);
        trustedProxies = List.copyOf(trustedProxies);
    }
}
