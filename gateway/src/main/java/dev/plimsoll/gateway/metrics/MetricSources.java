package dev.plimsoll.gateway.metrics;

import dev.plimsoll.gateway.endpoint.PoolUsage;
import dev.plimsoll.store.StoreUsage;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * State of the gateway, queried each time the metrics are read.
 *
 * @param version the version of Plimsoll
 * @param servers state of each server: {@code up}, {@code down}, or {@code unknown}
 * @param pools usage of the pools that callers share, such as sessions and processes
 * @param store usage of the store
 * @param storeFailures failed writes since the start, by reason
 * @param isDegraded whether results are not stored as configured: memory replaces the store, or nothing can
 *     be stored at the moment
 * @param refusedReads follow-up reads that were refused because their callers had sent too many invalid
 *     cursors
 * @param lostEntries lost telemetry entries
 */
public record MetricSources(
        String version,
        Supplier<Map<String, String>> servers,
        Supplier<List<PoolUsage>> pools,
        Supplier<StoreUsage> store,
        Supplier<Map<String, Long>> storeFailures,
        BooleanSupplier isDegraded,
        LongSupplier refusedReads,
        LongSupplier lostEntries) {}
