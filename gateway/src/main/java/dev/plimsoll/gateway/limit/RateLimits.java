package dev.plimsoll.gateway.limit;

import dev.plimsoll.rate.Rates;
import java.util.Map;

/** How often callers call tools, and how often servers are called. What is over a limit is refused at once; nobody waits here. */
public final class RateLimits {

    private static final String SERVERS = "server";
    private static final String CALLER = "caller ";

    private final Rates rates;
    private volatile Map<String, Integer> ofServers;

    private RateLimits(Map<String, Integer> ofServers, Rates rates) {
        this.ofServers = Map.copyOf(ofServers);
        this.rates = rates;
    }

    /** Limits for all sessions of this process, with a number of calls a minute for each server that has one. */
    public static RateLimits of(Map<String, Integer> ofServers) {
        return counted(ofServers, Rates.inMemory(System::nanoTime));
    }

    /** The same, counted there. */
    public static RateLimits counted(Map<String, Integer> ofServers, Rates rates) {
        return new RateLimits(ofServers, rates);
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
        return limit == 0 ? 0 : rates.take(SERVERS, server, limit);
    }

    /** The same for a call of a tool by a caller, that many a minute. */
    public long take(String caller, String tool, int perMinute) {
        return rates.take(CALLER + caller, tool, perMinute);
    }
}
