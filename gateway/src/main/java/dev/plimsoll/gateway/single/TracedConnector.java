package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.config.model.ServerConfig;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.trace.TraceSpans;
import dev.plimsoll.gateway.upstream.Upstream;
import java.io.IOException;

/** A connector whose upstreams create a span for each request. */
record TracedConnector(Connector connector, ServerConfig server, TraceSpans traces) implements Connector {

    @Override
    public Upstream connect(String holder) throws IOException, BusyException {
        return traces.wrap(connector.connect(holder), server.name(), server.url());
    }

    @Override
    public void runMaintenance() {
        connector.runMaintenance();
    }

    @Override
    public void close() {
        connector.close();
    }
}
