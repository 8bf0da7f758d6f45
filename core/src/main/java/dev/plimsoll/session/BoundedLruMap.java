package dev.plimsoll.session;

import java.util.LinkedHashMap;
import java.util.Map;

/** Map that keeps only the most recently used entries. */
final class BoundedLruMap<V> extends LinkedHashMap<String, V> {

    private static final long serialVersionUID = 1;

    private final int maxEntries;

    BoundedLruMap(int maxEntries) {
        super(16, 0.75f, true);
        this.maxEntries = maxEntries;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > maxEntries;
    }
}
