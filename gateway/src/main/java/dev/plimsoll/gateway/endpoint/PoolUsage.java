package dev.plimsoll.gateway.endpoint;

import org.jspecify.annotations.Nullable;

/**
 * The usage of a pool.
 *
 * @param key the configuration key that sets the limit, or the name of what is limited
 * @param limit number of units in the pool
 * @param used number of units in use
 * @param holders number of callers or addresses that use units
 * @param fullRefusals how often a request was refused because too few units were free, since the start
 * @param shareRefusals how often a holder above its share was refused, since the start; for connections, how many were
 *     closed
 * @param refusalReason why units were refused within the last minute, or null if they were not
 */
public record PoolUsage(
        String key,
        long limit,
        long used,
        int holders,
        long fullRefusals,
        long shareRefusals,
        @Nullable String refusalReason) {}
