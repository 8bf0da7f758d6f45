package dev.plimsoll.gateway.admin;

import dev.plimsoll.gateway.limit.ServerCircuits;
import dev.plimsoll.telemetry.GuardListener;
import dev.plimsoll.telemetry.OutcomeKind;
import dev.plimsoll.telemetry.Receipt;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records whether each server was reachable at the last attempt. A failure is forgotten after a minute: without further
 * attempts, nothing would show that the server works again.
 */
public final class ServerStatus implements GuardListener {

    private static final long FAILURE_MEMORY_MILLIS = Duration.ofMinutes(1).toMillis();

    /** Outcomes for which no server was called. */
    private static final Set<OutcomeKind> OUTCOMES_WITHOUT_CALL =
            EnumSet.of(OutcomeKind.READ, OutcomeKind.CACHED, OutcomeKind.REFUSED);

    private volatile List<String> servers;
    private final ServerCircuits circuits;
    private final InstantSource clock;
    private final Map<String, Attempt> lastAttempts = new ConcurrentHashMap<>();

    private record Attempt(boolean isReached, long atMillis) {}

    public ServerStatus(List<String> servers, ServerCircuits circuits, InstantSource clock) {
        this.servers = List.copyOf(servers);
        this.circuits = circuits;
        this.clock = clock;
    }

    /**
     * Sets the servers that clients can use. Forgets the status of all other servers, and of servers whose
     * configuration has changed.
     */
    public void setServers(List<String> names, Set<String> changedNames) {
        servers = List.copyOf(names);
        lastAttempts.keySet().removeIf(name -> !names.contains(name) || changedNames.contains(name));
    }

    /** Forgets whether a server was reachable, and its failures. */
    public void forget(String server) {
        lastAttempts.remove(server);
        // a response closes the circuit breaker and forgets its failures
        circuits.onResponse(server);
    }

    /** Status of a server. */
    enum Status {
        UNKNOWN,
        UP,
        DOWN;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public void recordAttempt(String server, boolean isReached) {
        lastAttempts.put(server, new Attempt(isReached, clock.millis()));
    }

    @Override
    public void onGuarded(Receipt receipt) {
        boolean hasFailed = receipt.reason().startsWith("UPSTREAM_");
        boolean hasCalledServer = hasFailed || !OUTCOMES_WITHOUT_CALL.contains(receipt.outcome());
        if (hasCalledServer && servers.contains(receipt.server())) {
            recordAttempt(receipt.server(), !hasFailed);
        }
    }

    /** Returns the circuit breakers of the servers. */
    public ServerCircuits circuits() {
        return circuits;
    }

    /** Returns the status of each server as a word. */
    public Map<String, String> labels() {
        Map<String, String> labels = new TreeMap<>();
        statusByServer().forEach((server, status) -> labels.put(server, status.label()));
        return labels;
    }

    Map<String, Status> statusByServer() {
        Map<String, Status> all = new TreeMap<>();
        for (String server : servers) {
            Attempt last = lastAttempts.get(server);
            Status status = last == null ? Status.UNKNOWN : status(last);
            all.put(server, circuits.secondsToWait(server) > 0 ? Status.DOWN : status);
        }
        return all;
    }

    private Status status(Attempt last) {
        if (last.isReached) {
            return Status.UP;
        }
        return clock.millis() - last.atMillis > FAILURE_MEMORY_MILLIS ? Status.UNKNOWN : Status.DOWN;
    }
}
