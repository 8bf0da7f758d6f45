package dev.plimsoll.gateway.limit;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Circuit breakers of all servers. Calls of a server that fails repeatedly are refused immediately. */
public final class ServerCircuits {

    /** Circuit breakers that never refuse a call. */
    public static final ServerCircuits OFF = new ServerCircuits(System::nanoTime);

    private final Map<String, ServerCircuit> circuits = new ConcurrentHashMap<>();
    /**
     * Servers that Plimsoll starts. Their timeouts do not count as failures: pings detect a server that hangs,
     * and a slow tool is no reason to eject its server.
     */
    private final Set<String> startedServers = ConcurrentHashMap.newKeySet();

    private final LongSupplier nanoClock;

    private ServerCircuits(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Creates circuit breakers for these servers. */
    public static ServerCircuits of(List<ServerConfig> servers, LongSupplier nanoClock) {
        ServerCircuits circuits = new ServerCircuits(nanoClock);
        circuits.configure(servers);
        return circuits;
    }

    /** Applies new settings. Counted failures and running ejections stay. */
    public void configure(List<ServerConfig> servers) {
        for (ServerConfig server : servers) {
            if (server.url() == null) {
                startedServers.add(server.name());
            }
            circuits.computeIfAbsent(server.name(), name -> new ServerCircuit(server.breaker(), nanoClock))
                    .configure(server.breaker());
        }
    }

    /**
     * Returns the refusal of a call, or null if the call may proceed. The outcome of a call that proceeds must
     * be recorded with {@link #onResponse}, {@link #onFailure}, or {@link #onTimeout}.
     */
    public @Nullable RefusedException tryCall(String server) {
        ServerCircuit circuit = circuits.get(server);
        return circuit == null ? null : refusal(server, circuit.tryCall());
    }

    /** Returns the refusal that the next call would get, or null. */
    public @Nullable RefusedException findRefusal(String server) {
        return refusal(server, secondsToWait(server));
    }

    private static @Nullable RefusedException refusal(String server, long seconds) {
        return seconds == 0
                ? null
                : new RefusedException(
                                ErrorCode.UPSTREAM_UNAVAILABLE,
                                "the server " + server + " is not available: it failed several times in a row",
                                "repeat the call in " + seconds + " s")
                        .detail("server", server)
                        .detail("retryAfterSeconds", seconds);
    }

    /** Records that the server has responded, with a result or an error. */
    public void onResponse(String server) {
        ServerCircuit circuit = circuits.get(server);
        if (circuit != null) {
            circuit.onSuccess();
        }
    }

    /** Records that the server could not be reached or started. Returns whether this ejects it. */
    public boolean onFailure(String server) {
        ServerCircuit circuit = circuits.get(server);
        return circuit != null && circuit.onFailure();
    }

    /** Records that a request got no response in time. Returns whether this ejects the server. */
    public boolean onTimeout(String server) {
        return !startedServers.contains(server) && onFailure(server);
    }

    /** Returns the seconds until the next call is tried; 0 if calls proceed. */
    public long secondsToWait(String server) {
        ServerCircuit circuit = circuits.get(server);
        return circuit == null ? 0 : circuit.secondsToWait();
    }

    /** Returns the number of ejections of each server since the start. */
    public Map<String, Long> ejections() {
        Map<String, Long> ejections = new TreeMap<>();
        circuits.forEach((server, circuit) -> ejections.put(server, circuit.ejections()));
        return ejections;
    }
}
