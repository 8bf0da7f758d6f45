package dev.plimsoll.shape;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The last few things found out about a result, by where they were found. A memory only: lost, they are found again. */
final class RecentFindings<K, T> {

    private static final int MOST = 8;

    private final int most;
    private final Map<K, T> known = new LinkedHashMap<>(16, 0.75f, true);

    RecentFindings() {
        this(MOST);
    }

    RecentFindings(int most) {
        this.most = most;
    }

    /** What is known here, found by {@code finder} the first time. */
    T of(K name, Supplier<T> finder) {
        return of(name, finder, found -> true);
    }

    /** The same; only what is worth its memory is kept. */
    T of(K name, Supplier<T> finder, Predicate<T> keeps) {
        T found = get(name);
        if (found == null) {
            // outside the lock: finding may take long, and finding twice does no harm
            found = finder.get();
            if (keeps.test(found)) {
                put(name, found);
            }
        }
        return found;
    }

    private synchronized @Nullable T get(K name) {
        return known.get(name);
    }

    private synchronized void put(K name, T found) {
        known.put(name, found);
        if (known.size() > most) {
            known.remove(known.keySet().iterator().next());
        }
    }
}
