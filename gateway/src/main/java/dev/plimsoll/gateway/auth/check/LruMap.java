package dev.plimsoll.gateway.auth.check;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Map that holds the most recently used entries, up to a maximum number. */
final class LruMap<V> extends LinkedHashMap<ByteBuffer, V> {

    private static final long serialVersionUID = 1;

    private final int maxEntries;

    LruMap(int maxEntries) {
        super(16, 0.75f, true);
        this.maxEntries = maxEntries;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<ByteBuffer, V> eldest) {
        return size() > maxEntries;
    }
}
