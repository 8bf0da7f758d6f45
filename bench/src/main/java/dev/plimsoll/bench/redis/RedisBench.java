package dev.plimsoll.bench.redis;

import static java.util.Objects.requireNonNull;

import dev.plimsoll.bench.load.BenchStore;
import dev.plimsoll.bench.load.SampleRecords;
import dev.plimsoll.json.Slice;
import dev.plimsoll.redis.RedisSettings;
import dev.plimsoll.redis.RedisStore;
import dev.plimsoll.store.SnapshotId;
import dev.plimsoll.store.SnapshotStore;
import dev.plimsoll.store.StoreLimits;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Measures storing and reading in a local Redis, compared with plain Redis commands for the same bytes, and with stores in
 * memory and on disk. It measures elapsed time, because a store in Redis mostly waits. The operations alternate, so that other
 * load on the machine affects all operations alike.
 */
public final class RedisBench {

    private static final int PAGE_BYTES = 16_384;
    private static final int ROUNDS = 15;
    private static final int MB = 1_000_000;
    private static final int VALUE_BYTES = 1 << 20;

    private final Random random = new Random(1);
    private long consumed;

    private RedisBench() {}

    public static void main(String[] args) throws IOException {
        System.out.printf("%-28s %10s %10s %8s %12s %12s%n", "median", "redis", "floor", "ratio", "memory", "disk");
        RedisBench bench = new RedisBench();
        try (RawRedisClient rawClient = new RawRedisClient();
                BenchStore memory = BenchStore.open("memory");
                BenchStore disk = BenchStore.open("disk");
                RedisStore redis = RedisStore.open(
                        RedisSettings.of(rawClient.url()),
                        new StoreLimits(1L << 32, 1L << 32, 1000),
                        new SecureRandom())) {
            Map<String, SnapshotStore> stores = new LinkedHashMap<>();
            stores.put("redis", redis);
            stores.put("memory", memory.store());
            stores.put("disk", disk.store());
            for (int size : new int[] {MB, 20 * MB}) {
                bench.measureRanges(rawClient, stores, SampleRecords.generateArray(size));
                bench.measureWrites(rawClient, stores, SampleRecords.generateArray(size));
            }
        }
        System.err.println(bench.consumed == 0 ? "error: nothing was read" : "");
    }

    /** Measures the storage part of a further page: finding the snapshot, and reading 16 KB of it. */
    private void measureRanges(RawRedisClient rawClient, Map<String, SnapshotStore> stores, Slice payload)
            throws IOException {
        Map<String, LongSupplier> runners = new LinkedHashMap<>();
        stores.forEach((name, store) -> {
            SnapshotId id = store.save(BenchStore.saveRequest(payload)).id();
            runners.put(name, () -> {
                int from = random.nextInt(payload.length() - PAGE_BYTES);
                var snapshot = requireNonNull(store.find(id));
                return snapshot.segments().get(0).read(from, from + PAGE_BYTES).at(7);
            });
        });
        rawClient.set("whole", payload);
        runners.put(
                "floor", () -> rawClient.readRange("whole", random.nextInt(payload.length() - PAGE_BYTES), PAGE_BYTES));
        measureRow("16 KB of " + payload.length() / MB + " MB", 2_000, runners);
    }

    /** Measures storing a snapshot and removing it. */
    private void measureWrites(RawRedisClient rawClient, Map<String, SnapshotStore> stores, Slice payload) {
        Map<String, LongSupplier> runners = new LinkedHashMap<>();
        stores.forEach((name, store) -> runners.put(name, () -> {
            SnapshotId id = store.save(BenchStore.saveRequest(payload)).id();
            store.remove(id);
            return id.low();
        }));
        runners.put("floor", () -> {
            long sum = 0;
            for (int at = 0; at < payload.length(); at += VALUE_BYTES) {
                sum += rawClient.setAndUnlink("kept", payload.sub(at, Math.min(payload.length(), at + VALUE_BYTES)));
            }
            return sum;
        });
        measureRow("store and remove " + payload.length() / MB + " MB", 200 * MB / payload.length(), runners);
    }

    /** Measures the runners alternately, and prints their medians. The first two rounds are a warm-up. */
    private void measureRow(String label, int operations, Map<String, LongSupplier> runners) {
        Map<String, double[]> micros = new LinkedHashMap<>();
        for (int round = -2; round < ROUNDS; round++) {
            for (Map.Entry<String, LongSupplier> runner : runners.entrySet()) {
                double elapsedMicros = elapsedMicros(runner.getValue(), operations);
                if (round >= 0) {
                    micros.computeIfAbsent(runner.getKey(), name -> new double[ROUNDS])[round] = elapsedMicros;
                }
            }
        }
        double redis = medianOf(micros, "redis");
        double floor = medianOf(micros, "floor");
        System.out.printf(
                Locale.ROOT,
                "%-28s %7.0f µs %7.0f µs %7.1f× %9.1f µs %9.1f µs%n",
                label,
                redis,
                floor,
                redis / floor,
                medianOf(micros, "memory"),
                medianOf(micros, "disk"));
    }

    private double elapsedMicros(LongSupplier work, int operations) {
        long startNanos = System.nanoTime();
        for (int i = 0; i < operations; i++) {
            consumed += work.getAsLong();
        }
        return (System.nanoTime() - startNanos) / 1e3 / operations;
    }

    private static double medianOf(Map<String, double[]> micros, String name) {
        double[] sorted = requireNonNull(micros.get(name)).clone();
        Arrays.sort(sorted);
        return sorted[ROUNDS / 2];
    }
}
