package dev.plimsoll.gateway.http.jetty;

import dev.plimsoll.gateway.config.model.NetworkConfig;
import dev.plimsoll.gateway.config.model.TlsConfig;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address and settings of the HTTP server.
 *
 * @param port 0 for any free port
 * @param origins browser origins that may call, in addition to those of this machine
 * @param publicUrl the URL for callers if a proxy is in front; null to use their {@code Host} header
 * @param tls null for plain HTTP
 * @param maxConnections the maximum number of open connections
 * @param trustedProxies networks whose forwarding headers are trusted
 * @param readTimeout the longest time in which a client may send the header of a request, and the longest pause while
 *     it sends a body or reads a response; after this time, a body must also arrive at a minimum rate
 */
public record ListenAddress(
        String host,
        int port,
        List<String> origins,
        @Nullable URI publicUrl,
        @Nullable TlsConfig tls,
        int maxConnections,
        List<NetworkConfig> trustedProxies,
        Duration readTimeout) {

    /** The default of {@code readTimeout}. */
    public static final Duration DEFAULT_READ_TIMEOUT = Duration.ofSeconds(30);

    public ListenAddress {
        origins = List.copyOf(origins);
        trustedProxies = List.copyOf(trustedProxies);
    }

    /** Returns whether the host is reachable only from this machine. */
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
