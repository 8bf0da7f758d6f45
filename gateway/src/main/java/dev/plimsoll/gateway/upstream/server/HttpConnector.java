package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.filter.FilterChain;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;

/** Connector for a server with a URL. The number of connections is not limited. */
record HttpConnector(HttpUpstream http, ServerFilters filters) implements Connector {

    @Override
    public Upstream connect(String holder) {
        return FilterChain.of(http.connect(), filters.ofConnection());
    }

    @Override
    public void runMaintenance() {
        http.runMaintenance();
    }

    @Override
    public void close() {
        http.close();
    }
}
