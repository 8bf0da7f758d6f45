package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.endpoint.FairPool;
import java.util.List;

/**
 * The pools that callers of the HTTP server share.
 *
 * @param sessions the sessions of all endpoints
 * @param bodies the memory of request bodies
 */
record HttpPools(FairPool sessions, BodyMemory bodies) {

    static HttpPools of(HttpLimits httpLimits) {
        return new HttpPools(
                new FairPool("sessions.max", httpLimits.maxSessions()), BodyMemory.of(httpLimits.maxMessageBytes()));
    }

    List<FairPool> all() {
        return List.of(sessions, bodies.pool());
    }
}
