package dev.plimsoll.shape.item;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A cache of the last values computed for a result. Lost values are computed again. Thread-safe. */
final class RecentFindings<K, T> {

    private static final int MAX_VALUES = 8;

    private final int maxValues;
    private final Map<K, T> values = new LinkedHashMap<>(16, 0.75f, true);

    RecentFindings() {
        this(MAX_VALUES);
    }

    RecentFindings(int maxValues) {
        this.maxValues = maxValues;
    }

    /** Returns the value for a key; computes it with {@code finder} if it is not in the cache. */
    T of(K name, Supplier<T> finder) {
        return of(name, finder, found -> true);
    }

    /** Returns the value for a key; a new value is cached only if {@code isCached} accepts it. */
    T of(K name, Supplier<T> finder, Predicate<T> isCached) {
        T found = get(name);
        if (found == null) {
            // outside the lock, because this may take long; computing a value twice does no harm
            found = finder.get();
            if (isCached.test(found)) {
                put(name, found);
            }
        }
        return found;
    }

    private synchronized @Nullable T get(K name) {
        return values.get(name);
    }

    private synchronized void put(K name, T found) {
        values.put(name, found);
        if (values.size() > maxValues) {
            values.remove(values.keySet().iterator().next());
        }
    }
}
