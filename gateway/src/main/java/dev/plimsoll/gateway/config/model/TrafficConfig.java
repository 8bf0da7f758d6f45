package dev.plimsoll.gateway.config.model;

import java.util.List;

/**
 * What reaches {@code serve} at a time, and which way.
 *
 * @param maxConnections of all callers
 * @param maxInFlight requests of one caller that wait for their answers, where callers say who they are
 * @param trustedProxies who is believed where a call comes from
 */
public record TrafficConfig(int maxConnections, int maxInFlight, List<NetworkConfig> trustedProxies) {

    public TrafficConfig {
        trustedProxies = List.copyOf(trustedProxies);
    }

    public static TrafficConfig defaults() {
        return new TrafficConfig(12_000, 64, List.of());
    }
}
