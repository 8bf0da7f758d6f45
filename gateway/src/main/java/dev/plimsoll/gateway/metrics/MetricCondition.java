package dev.plimsoll.gateway.metrics;

import dev.plimsoll.store.StoreUsage;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How a gateway is, as those know it who keep the parts; asked each time that metrics are read.
 *
 * @param version of the program
 * @param servers how each server stands: {@code up}, {@code down} or {@code unknown}
 * @param sessions that are open
 * @param processes of servers that run
 * @param store how full the store of results is
 * @param storeFailures what could not be kept since the start, by why
 * @param degraded whether results are not kept as configured: in memory instead, or not at all just now
 * @param heldBack readings whose readers had sent too many wrong cursors
 * @param lost entries of telemetry that were lost
 */
public record MetricCondition(
        String version,
        Supplier<Map<String, String>> servers,
        IntSupplier sessions,
        IntSupplier processes,
        Supplier<StoreUsage> store,
        Supplier<Map<String, Long>> storeFailures,
        BooleanSupplier degraded,
        LongSupplier heldBack,
        LongSupplier lost) {}
