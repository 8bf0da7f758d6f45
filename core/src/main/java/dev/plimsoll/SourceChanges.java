package dev.plimsoll;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Remembers when servers said that their resources have changed, so that readings of older results can say so. Safe for use by many threads. */
final class SourceChanges {

    private static final int MOST_RESOURCES = 1_000;

    private final InstantSource clock;
    private final Map<String, Instant> lists = new ConcurrentHashMap<>();
    private final Map<String, Instant> any = new ConcurrentHashMap<>();
    private final Map<Resource, Instant> resources = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Resource, Instant> eldest) {
            return size() > MOST_RESOURCES;
        }
    };

    /** A resource of a server, as results of reading it are called. */
    private record Resource(String server, String name) {}

    SourceChanges(InstantSource clock) {
        this.clock = clock;
    }

    /** Something has changed; {@code uri} is the only resource that has, null if any may have. */
    void add(String server, @Nullable String uri) {
        Instant now = clock.instant();
        any.put(server, now);
        if (uri == null) {
            lists.put(server, now);
            return;
        }
        synchronized (resources) {
            Resource resource = new Resource(server, PlimsollUri.shortened(uri));
            resources.remove(resource);
            resources.put(resource, now);
        }
    }

    /**
     * Whether a result is older than a change that concerns it. What one resource holds concerns results of that resource, and
     * those of tools, which may read any.
     *
     * @param name of the resource; empty for the result of a tool
     */
    boolean concern(String server, String name, Instant takenAt) {
        Instant changed = name.isEmpty() ? any.get(server) : lists.get(server);
        if (changed != null && changed.isAfter(takenAt)) {
            return true;
        }
        synchronized (resources) {
            Instant own = resources.get(new Resource(server, name));
            return own != null && own.isAfter(takenAt);
        }
    }
}
