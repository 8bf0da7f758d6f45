package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.Slice;
import java.io.IOException;

/** A server that cannot be had: it has ended before it began. What is kept of it can still be read. */
record Gone(String why) implements Upstream {

    @Override
    public void hear(Hearer hearer) {
        hearer.ended(why);
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        throw new IOException(why);
    }

    @Override
    public void close() {
        // there is nothing
    }
}
