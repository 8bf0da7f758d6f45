package dev.plimsoll.gateway.limit;

import dev.plimsoll.rate.RateStore;
import java.util.Map;

/** Rate limits of callers and servers. A call over a limit is refused immediately, never delayed. */
public final class RateLimits {

    private static final String SERVER_SCOPE = "server";
    private static final String CALLER_SCOPE_PREFIX = "caller ";

    private final RateStore rateStore;
    private volatile Map<String, Integer> perMinuteByServer;

    private RateLimits(Map<String, Integer> perMinuteByServer, RateStore rateStore) {
        this.perMinuteByServer = Map.copyOf(perMinuteByServer);
        this.rateStore = rateStore;
    }

    /**
     * Creates limits for all sessions of this process.
     *
     * @param perMinuteByServer calls per minute for each server that has a limit
     */
    public static RateLimits of(Map<String, Integer> perMinuteByServer) {
        return withStore(perMinuteByServer, RateStore.inMemory(System::nanoTime));
    }

    /** Creates limits that are counted in the given store. */
    public static RateLimits withStore(Map<String, Integer> perMinuteByServer, RateStore rateStore) {
        return new RateLimits(perMinuteByServer, rateStore);
    }

    /** Replaces the limits of the servers. The counts stay. */
    public void replaceServerLimits(Map<String, Integer> newLimits) {
        perMinuteByServer = Map.copyOf(newLimits);
    }

    /** Returns the calls per minute that this server may get; 0 for no limit. */
    public int serverLimit(String server) {
        return perMinuteByServer.getOrDefault(server, 0);
    }

    /**
     * Counts a call of a server if its limit allows it. Returns 0 if so, else the seconds until the next call is
     * allowed.
     */
    public long takeForServer(String server) {
        int limit = serverLimit(server);
        return limit == 0 ? 0 : rateStore.take(SERVER_SCOPE, server, limit);
    }

    /**
     * Counts a call of a tool by a caller, up to {@code perMinute}. Returns 0 if it is allowed, else the seconds to
     * wait.
     */
    public long take(String caller, String tool, int perMinute) {
        return rateStore.take(CALLER_SCOPE_PREFIX + caller, tool, perMinute);
    }
}
