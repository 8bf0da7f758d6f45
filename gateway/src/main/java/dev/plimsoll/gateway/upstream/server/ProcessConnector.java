package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.process.ServerProcess;
import dev.plimsoll.gateway.upstream.process.ServerProcess.StopTimeouts;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Starts a process for each connection, and ends processes that hang. */
final class ProcessConnector implements Connector {

    private static final Duration TERMINATE_TIMEOUT = Duration.ofSeconds(1);

    private final ServerFilters filters;
    private final ServerConfig server;
    private final int maxMessageBytes;
    private final FairPool processes;
    private final Log log;
    private final Set<LivenessMonitor> monitors = ConcurrentHashMap.newKeySet();

    ProcessConnector(ServerFilters filters, int maxMessageBytes, FairPool processes, Log log) {
        this.filters = filters;
        this.server = filters.server();
        this.maxMessageBytes = maxMessageBytes;
        this.processes = processes;
        this.log = log;
    }

    @Override
    public Upstream connect(String holder) throws IOException, BusyException {
        processes.take(holder, 1);
        try {
            StopTimeouts stopTimeouts = new StopTimeouts(server.timeouts().stop(), TERMINATE_TIMEOUT);
            return FilterChain.of(
                    ServerProcess.start(server, maxMessageBytes, stopTimeouts),
                    filters.ofProcess(new PoolPermit(processes, holder), createMonitor()));
        } catch (IOException | RuntimeException e) {
            processes.release(holder, 1);
            throw e;
        }
    }

    /** Creates a monitor; returns null if requests have no time limit, so that a tool may take any time. */
    private @Nullable LivenessMonitor createMonitor() {
        Duration requestTimeout = server.timeouts().request();
        if (requestTimeout == null) {
            return null;
        }
        LivenessMonitor monitor =
                new LivenessMonitor(server.name(), server.timeouts().start(), requestTimeout, monitors::remove, log);
        monitors.add(monitor);
        return monitor;
    }

    @Override
    public void runMaintenance() {
        monitors.forEach(LivenessMonitor::check);
    }
}
