package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.PermitPool;
import dev.plimsoll.gateway.upstream.ServerProcess;
import dev.plimsoll.gateway.upstream.ServerProcess.StopTimeouts;
import dev.plimsoll.gateway.upstream.Upstream;
import java.io.IOException;
import java.time.Duration;

/** Starts a process for each connection. */
record ProcessConnector(ServerConfig server, int maxMessageBytes, PermitPool permits) implements Connector {

    private static final Duration TERMINATE_TIMEOUT = Duration.ofSeconds(1);

    @Override
    public Upstream connect() throws IOException, BusyException {
        permits.acquire();
        try {
            StopTimeouts stopTimeouts = new StopTimeouts(server.timeouts().stop(), TERMINATE_TIMEOUT);
            return new LimitedUpstream(ServerProcess.start(server, maxMessageBytes, stopTimeouts), permits);
        } catch (IOException | RuntimeException e) {
            permits.release();
            throw e;
        }
    }
}
