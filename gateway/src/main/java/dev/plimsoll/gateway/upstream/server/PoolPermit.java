package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.endpoint.FairPool;
import dev.plimsoll.gateway.filter.MessageFilter;

/** Filter that returns a permit to a pool when the connection is closed. */
record PoolPermit(FairPool pool, String holder) implements MessageFilter {

    @Override
    public void afterClose() {
        pool.release(holder, 1);
    }
}
