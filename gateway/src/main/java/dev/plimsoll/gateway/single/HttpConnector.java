package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.HttpUpstream;

/** Calls a URL: as many connections as are wanted, and one pool for all of them. */
record HttpConnector(HttpUpstream http) implements Connector {

    @Override
    public Upstream connect() {
        return http.connect();
    }

    @Override
    public void tend() {
        http.tend();
    }

    @Override
    public void close() {
        http.close();
    }
}
