package dev.plimsoll.gateway.limit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How often callers call tools, and how often servers are called: one for all sessions of a process. What is over a limit is
 * refused at once; nobody waits here.
 */
public final class RateLimits {

    /** Those who have not called for longest are forgotten first. */
    static final int MOST_CALLERS = 10_000;

    private final LongSupplier nanos;
    private final Map<String, Bucket> servers = new HashMap<>();
    private final Map<String, Buckets> callers = new LinkedHashMap<>(16, 0.75f, true);
    private volatile Map<String, Integer> ofServers;

    RateLimits(Map<String, Integer> ofServers, LongSupplier nanos) {
        this.ofServers = Map.copyOf(ofServers);
        this.nanos = nanos;
    }

    /** Limits, with a number of calls a minute for each server that has one. */
    public static RateLimits of(Map<String, Integer> ofServers) {
        return new RateLimits(ofServers, System::nanoTime);
    }

    /** Other limits from now on; what was counted stays counted. */
    public void set(Map<String, Integer> others) {
        ofServers = Map.copyOf(others);
    }

    /** The calls a minute that this server may get; 0 for any number. */
    public int ofServer(String server) {
        return ofServers.getOrDefault(server, 0);
    }

    /** Counts a call: 0 when it may be made, else the seconds until one may; then it is not counted. */
    public synchronized long takeOfServer(String server) {
        int limit = ofServer(server);
        if (limit == 0) {
            return 0;
        }
        long now = nanos.getAsLong();
        return servers.computeIfAbsent(server, any -> new Bucket(limit, now)).take(limit, now);
    }

    /** The same for a call of a tool by a caller, that many a minute. */
    public synchronized long take(String caller, String tool, int perMinute) {
        Buckets known = callers.get(caller);
        if (known == null) {
            known = new Buckets();
            callers.put(caller, known);
            if (callers.size() > MOST_CALLERS) {
                callers.remove(callers.keySet().iterator().next());
            }
        }
        return known.take(tool, perMinute, nanos.getAsLong());
    }

    synchronized int callers() {
        return callers.size();
    }
}
