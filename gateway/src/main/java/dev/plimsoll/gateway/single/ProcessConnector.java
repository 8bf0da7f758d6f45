package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.PermitPool;
import dev.plimsoll.gateway.upstream.ServerProcess;
import dev.plimsoll.gateway.upstream.ServerProcess.Patience;
import dev.plimsoll.gateway.upstream.Upstream;
import java.io.IOException;
import java.time.Duration;

/** Starts a process for each connection. */
record ProcessConnector(ServerConfig server, int maxMessageBytes, PermitPool places) implements Connector {

    private static final Duration TERMINATE = Duration.ofSeconds(1);

    @Override
    public Upstream connect() throws IOException, BusyException {
        places.take();
        try {
            Patience patience = new Patience(server.timeouts().stop(), TERMINATE);
            return new LimitedUpstream(ServerProcess.start(server, maxMessageBytes, patience), places);
        } catch (IOException | RuntimeException e) {
            places.give();
            throw e;
        }
    }
}
