package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.endpoint.ToolOwner;
import dev.plimsoll.gateway.hub.server.HubNames;
import dev.plimsoll.gateway.hub.server.RetryDelay;
import dev.plimsoll.gateway.hub.session.HubSession;
import dev.plimsoll.gateway.hub.session.ServerGroup;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Endpoint that presents all configured servers as one. It handles only the protocol and the names of the
 * servers' tools and prompts. The connection to each server already applies the budget.
 */
public final class Hub implements Endpoint {

    /** Extra time for opening all servers compared with opening one. */
    private static final Duration OPEN_GRACE = Duration.ofSeconds(5);

    private final ServerGroup serverGroup;
    private final Set<HubSession> sessions = ConcurrentHashMap.newKeySet();

    /**
     * Creates a hub for these servers.
     *
     * @param version the version of Plimsoll
     */
    public Hub(List<? extends ServerBackend> servers, String version, Log log) {
        this(servers, version, RetryDelay.FIRST_DELAY, log);
    }

    Hub(List<? extends ServerBackend> servers, String version, Duration firstRetryDelay, Log log) {
        this.serverGroup = new ServerGroup(servers, version, firstRetryDelay, log);
    }

    /**
     * Returns the tool that clients see under this name: its server, and its name on that server. Returns null
     * if no server has listed it yet.
     */
    public @Nullable ToolOwner findTool(String clientName) {
        HubNames.Target target = serverGroup.tools().find(clientName);
        return target == null
                ? null
                : new ToolOwner(serverGroup.backend(target.server()).name(), target.name());
    }

    @Override
    public String name() {
        return ALL;
    }

    @Override
    public EndpointSession open(
            AuthenticatedCaller authenticatedCaller,
            String session,
            ClientAbilities clientAbilities,
            Peer client,
            Runnable onClosed) {
        return open(new HubSession(serverGroup, authenticatedCaller, session, clientAbilities, client), onClosed);
    }

    private HubEndpointSession open(HubSession hubSession, Runnable onClosed) {
        sessions.add(hubSession);
        // the servers may have changed before the session was registered
        hubSession.refreshLinks();
        return new HubEndpointSession(hubSession, () -> {
            sessions.remove(hubSession);
            onClosed.run();
        });
    }

    @Override
    public EndpointSession openForRequest(
            AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client) {
        return open(new HubSession(serverGroup, authenticatedCaller, null, clientAbilities, client), () -> {});
    }

    /**
     * Sets the servers, in the order in which clients see them. Servers are identified by their names. Stored
     * results of a server that is no longer set can still be read.
     *
     * @param changedNames names of the servers that were replaced: their listings and capabilities are
     * forgotten, but clients see the same names of their tools and prompts as before
     */
    public void setServers(List<? extends ServerBackend> servers, Set<String> changedNames) {
        Set<Integer> changedIndexes = serverGroup.setServers(servers, changedNames);
        if (!changedIndexes.isEmpty()) {
            sessions.forEach(hubSession -> hubSession.onServersChanged(changedIndexes));
        }
    }

    @Override
    public Duration startTimeout() {
        Duration longestTimeout = Duration.ZERO;
        for (Endpoint server : serverGroup.backends()) {
            longestTimeout =
                    longestTimeout.compareTo(server.startTimeout()) < 0 ? server.startTimeout() : longestTimeout;
        }
        return longestTimeout.plus(OPEN_GRACE);
    }

    @Override
    public void runMaintenance() {
        // each server's own endpoint maintains it
    }

    @Override
    public void close() {
        // each server's own endpoint closes it
    }
}
