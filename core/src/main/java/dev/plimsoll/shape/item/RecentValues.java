package dev.plimsoll.shape.item;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Cache of the most recently used values of a result. An evicted value is computed again. Thread-safe. */
final class RecentValues<K, T> {

    private static final int MAX_VALUES = 8;

    private final int maxValues;
    private final Map<K, T> values = new LinkedHashMap<>(16, 0.75f, true);

    RecentValues() {
        this(MAX_VALUES);
    }

    RecentValues(int maxValues) {
        this.maxValues = maxValues;
    }

    /** Returns the value for a key; computes it with {@code finder} if it is not in the cache. */
    T getOrCompute(K key, Supplier<T> finder) {
        return getOrCompute(key, finder, value -> true);
    }

    /** Returns the value for a key; a new value is cached only if {@code isCacheable} accepts it. */
    T getOrCompute(K key, Supplier<T> finder, Predicate<T> isCacheable) {
        T value = get(key);
        if (value == null) {
            // outside the lock, because this may take long; computing a value twice does no harm
            value = finder.get();
            if (isCacheable.test(value)) {
                put(key, value);
            }
        }
        return value;
    }

    /** Returns the sum of a number over the values in the cache. */
    synchronized long sum(ToLongFunction<T> number) {
        return values.values().stream().mapToLong(number).sum();
    }

    private synchronized @Nullable T get(K key) {
        return values.get(key);
    }

    private synchronized void put(K key, T value) {
        values.put(key, value);
        if (values.size() > maxValues) {
            values.remove(values.keySet().iterator().next());
        }
    }
}
