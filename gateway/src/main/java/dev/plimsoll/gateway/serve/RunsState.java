package dev.plimsoll.gateway.serve;

import dev.plimsoll.gateway.cache.ResponseCache;
import dev.plimsoll.gateway.dashboard.StatusService.RunState;
import dev.plimsoll.gateway.dashboard.StatusService.ServerState;
import dev.plimsoll.gateway.dashboard.StatusService.State;
import dev.plimsoll.gateway.dashboard.StatusService.StoreState;
import dev.plimsoll.gateway.serve.DashboardSetup.GatewayState;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * State of a process that serves sessions of {@code run}, for the dashboard.
 *
 * @param gateway state of the data folder and the configuration
 * @param openRuns returns the open sessions
 */
record RunsState(GatewayState gateway, Supplier<List<RunState>> openRuns) implements State {

    @Override
    public String version() {
        return gateway.version();
    }

    @Override
    public String since() {
        return gateway.since();
    }

    @Override
    public List<ServerState> servers() {
        return runs().stream()
                .map(RunState::server)
                .distinct()
                .sorted()
                .map(name -> new ServerState(name, "process", "up"))
                .toList();
    }

    @Override
    public StoreState store() {
        return gateway.store();
    }

    @Override
    public ResponseCache cache() {
        return gateway.cache();
    }

    @Override
    public long lostEntries() {
        return gateway.lostEntries();
    }

    @Override
    public String telemetryError() {
        return gateway.telemetryError();
    }

    @Override
    public Map<String, String> settings() {
        return gateway.settings();
    }

    @Override
    public List<RunState> runs() {
        return openRuns.get();
    }
}
