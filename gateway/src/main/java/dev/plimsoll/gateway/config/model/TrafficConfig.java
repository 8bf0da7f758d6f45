package dev.plimsoll.gateway.config.model;

import java.util.List;

/**
 * Limits for requests to {@code serve}, and its trusted proxies.
 *
 * @param maxConnections maximum number of connections of all callers together
 * @param maxInFlight maximum number of pending requests of one caller, if callers authenticate
 * @param trustedProxies addresses whose forwarding headers are trusted
 * @param weights weights of the callers' shares
 */
public record TrafficConfig(
        int maxConnections, int maxInFlight, List<NetworkConfig> trustedProxies, CallerWeights weights) {

    public TrafficConfig {
        trustedProxies = List.copyOf(trustedProxies);
    }

    public static TrafficConfig defaults() {
        return new TrafficConfig(12_000, 64, List.of(), CallerWeights.EQUAL);
    }
}
