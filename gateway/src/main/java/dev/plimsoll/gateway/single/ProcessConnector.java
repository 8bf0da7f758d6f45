package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.upstream.ServerProcess;
import dev.plimsoll.gateway.upstream.ServerProcess.StopTimeouts;
import dev.plimsoll.gateway.upstream.Upstream;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Starts a process for each connection, and ends processes that hang. */
final class ProcessConnector implements Connector {

    private static final Duration TERMINATE_TIMEOUT = Duration.ofSeconds(1);

    private final ServerConfig server;
    private final int maxMessageBytes;
    private final FairPool processes;
    private final Log log;
    private final Set<LivenessMonitor> monitors = ConcurrentHashMap.newKeySet();

    ProcessConnector(ServerConfig server, int maxMessageBytes, FairPool processes, Log log) {
        this.server = server;
        this.maxMessageBytes = maxMessageBytes;
        this.processes = processes;
        this.log = log;
    }

    @Override
    public Upstream connect(String holder) throws IOException, BusyException {
        processes.take(holder, 1);
        try {
            StopTimeouts stopTimeouts = new StopTimeouts(server.timeouts().stop(), TERMINATE_TIMEOUT);
            Upstream process = monitored(ServerProcess.start(server, maxMessageBytes, stopTimeouts));
            return new LimitedUpstream(process, () -> processes.release(holder, 1));
        } catch (IOException | RuntimeException e) {
            processes.release(holder, 1);
            throw e;
        }
    }

    /** Adds a monitor if requests have a time limit. Without one, a tool may take any time. */
    private Upstream monitored(Upstream process) {
        Duration requestTimeout = server.timeouts().request();
        if (requestTimeout == null) {
            return process;
        }
        LivenessMonitor monitor = new LivenessMonitor(
                process, server.name(), server.timeouts().start(), requestTimeout, monitors::remove, log);
        monitors.add(monitor);
        return monitor;
    }

    @Override
    public void runMaintenance() {
        monitors.forEach(LivenessMonitor::check);
    }
}
