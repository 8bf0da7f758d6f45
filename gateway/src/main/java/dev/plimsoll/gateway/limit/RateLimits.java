package dev.plimsoll.gateway.limit;

import dev.plimsoll.rate.RateStore;
import java.util.Map;

/** How often callers call tools, and how often servers are called. What is over a limit is refused at once; nobody waits here. */
public final class RateLimits {

    private static final String SERVERS = "server";
    private static final String CALLER = "caller ";

    private final RateStore rateStore;
    private volatile Map<String, Integer> ofServers;

    private RateLimits(Map<String, Integer> ofServers, RateStore rateStore) {
        this.ofServers = Map.copyOf(ofServers);
        this.rateStore = rateStore;
    }

    /** Limits for all sessions of this process, with a number of calls a minute for each server that has one. */
    public static RateLimits of(Map<String, Integer> ofServers) {
        return counted(ofServers, RateStore.inMemory(System::nanoTime));
    }

    /** The same, counted there. */
    public static RateLimits counted(Map<String, Integer> ofServers, RateStore rateStore) {
        return new RateLimits(ofServers, rateStore);
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
    public long takeOfServer(String server) {
        int limit = ofServer(server);
        return limit == 0 ? 0 : rateStore.take(SERVERS, server, limit);
    }

    /** The same for a call of a tool by a caller, that many a minute. */
    public long take(String caller, String tool, int perMinute) {
        return rateStore.take(CALLER + caller, tool, perMinute);
    }
}
