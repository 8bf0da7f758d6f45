package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.gateway.http.exchange.BodyMemory;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import java.util.List;

/**
 * The pools that callers of the HTTP server share.
 *
 * @param sessions the sessions of all endpoints
 * @param bodies the memory of request bodies
 * @param connections the open connections
 */
record HttpPools(FairPool sessions, BodyMemory bodies, Connections connections) {

    static HttpPools of(HttpLimits httpLimits, Connections connections) {
        return new HttpPools(
                new FairPool("sessions.max", httpLimits.maxSessions(), httpLimits.weights()),
                BodyMemory.of(httpLimits.maxMessageBytes(), httpLimits.weights()),
                connections);
    }

    List<PoolUsage> usages() {
        return List.of(sessions.usage(), bodies.pool().usage(), connections.usage());
    }
}
