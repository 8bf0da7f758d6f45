package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.endpoint.ServerBackend;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Peer;
import java.time.Duration;
import java.util.List;

/**
 * All servers of the configuration as one. It knows the protocol and the servers' names, and nothing of what answers may
 * cost: every line to a server guards it already.
 */
public final class Hub implements Endpoint {

    /** What opening all takes longer than opening one. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final ServerGroup serverGroup;

    /**
     * All of these servers.
     *
     * @param version of this program
     */
    public Hub(List<? extends ServerBackend> servers, String version, Log log) {
        this(servers, version, RetryDelay.FIRST, log);
    }

    Hub(List<? extends ServerBackend> servers, String version, Duration firstPause, Log log) {
        this.serverGroup = new ServerGroup(servers, version, firstPause, log);
    }

    @Override
    public String name() {
        return ALL;
    }

    @Override
    public EndpointSession open(AuthenticatedCaller authenticatedCaller, String session, ClientAbilities clientAbilities, Peer client, Runnable ended) {
        return new HubEndpointSession(new HubSession(serverGroup, authenticatedCaller, session, clientAbilities, client), ended);
    }

    @Override
    public EndpointSession once(AuthenticatedCaller authenticatedCaller, ClientAbilities clientAbilities, Peer client) {
        return new HubEndpointSession(new HubSession(serverGroup, authenticatedCaller, null, clientAbilities, client), () -> {});
    }

    @Override
    public Duration opening() {
        Duration longest = Duration.ZERO;
        for (Endpoint server : serverGroup.backends()) {
            longest = longest.compareTo(server.opening()) < 0 ? server.opening() : longest;
        }
        return longest.plus(GRACE);
    }

    @Override
    public void tend() {
        // the servers are looked after where they are served alone
    }

    @Override
    public void close() {
        // the servers are closed where they are served alone
    }
}
