package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.auth.Caller;
import dev.plimsoll.gateway.backend.Backend;
import dev.plimsoll.gateway.backend.Line;
import dev.plimsoll.gateway.backend.ServerBackend;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.wire.Abilities;
import dev.plimsoll.gateway.wire.Peer;
import java.time.Duration;
import java.util.List;

/**
 * All servers of the configuration as one. It knows the protocol and the servers' names, and nothing of what answers may
 * cost: every line to a server guards it already.
 */
public final class Hub implements Backend {

    /** What opening all takes longer than opening one. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Circle circle;

    /**
     * All of these servers.
     *
     * @param version of this program
     */
    public Hub(List<? extends ServerBackend> servers, String version, Log log) {
        this(servers, version, BackOff.FIRST, log);
    }

    Hub(List<? extends ServerBackend> servers, String version, Duration firstPause, Log log) {
        this.circle = new Circle(servers, version, firstPause, log);
    }

    @Override
    public String name() {
        return ALL;
    }

    @Override
    public Line open(Caller caller, String session, Abilities abilities, Peer client, Runnable ended) {
        return new HubLine(new Talk(circle, caller, session, abilities, client), ended);
    }

    @Override
    public Line once(Caller caller, Abilities abilities, Peer client) {
        return new HubLine(new Talk(circle, caller, null, abilities, client), () -> {});
    }

    @Override
    public Duration opening() {
        Duration longest = Duration.ZERO;
        for (Backend server : circle.backends()) {
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
