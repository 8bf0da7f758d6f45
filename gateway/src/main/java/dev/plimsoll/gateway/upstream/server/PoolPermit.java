package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.filter.MessageFilter;

/** Filter of a connection that uses a unit of a pool: gives it back when the connection is closed. */
record PoolPermit(FairPool pool, String holder) implements MessageFilter {

    @Override
    public void afterClose() {
        pool.release(holder, 1);
    }
}
