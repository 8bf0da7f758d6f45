package dev.plimsoll.engine.snapshot;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Times at which servers reported changes of their resources, so that follow-up reads of older snapshots can report them.
 * Thread-safe.
 */
final class SourceChanges {

    /** Maximum number of resources whose changes are remembered. The earliest change is forgotten first. */
    private static final int MAX_RESOURCES = 1_000;

    private final InstantSource clock;
    /** Last change of all resources of a server at once. */
    private final Map<String, Instant> allResourcesChangedAt = new ConcurrentHashMap<>();
    /** Last change of any resource of a server. */
    private final Map<String, Instant> lastChangedAt = new ConcurrentHashMap<>();

    /** Last change of a single resource. */
    private final Map<Resource, Instant> resources = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Resource, Instant> eldest) {
            return size() > MAX_RESOURCES;
        }
    };

    /** Resource of a server, with the name that snapshots of it have. */
    private record Resource(String server, String name) {}

    SourceChanges(InstantSource clock) {
        this.clock = clock;
    }

    /** Adds a change; {@code uri} is the only resource that changed, null if any may have changed. */
    void add(String server, @Nullable String uri) {
        Instant now = clock.instant();
        lastChangedAt.put(server, now);
        if (uri == null) {
            allResourcesChangedAt.put(server, now);
            return;
        }
        synchronized (resources) {
            Resource resource = new Resource(server, PlimsollUri.shorten(uri));
            resources.remove(resource);
            resources.put(resource, now);
        }
    }

    /**
     * Returns whether a snapshot is older than a change that affects it. A change of one resource affects snapshots of
     * that resource, and those of tools, which may read any resource.
     *
     * @param name the name of the resource; empty for the result of a tool
     */
    boolean hasChangedSince(String server, String name, Instant takenAt) {
        Instant lastChange = name.isEmpty() ? lastChangedAt.get(server) : allResourcesChangedAt.get(server);
        if (lastChange != null && lastChange.isAfter(takenAt)) {
            return true;
        }
        synchronized (resources) {
            Instant resourceChange = resources.get(new Resource(server, name));
            return resourceChange != null && resourceChange.isAfter(takenAt);
        }
    }
}
