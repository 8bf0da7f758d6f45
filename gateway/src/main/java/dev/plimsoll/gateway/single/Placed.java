package dev.plimsoll.gateway.single;

import dev.plimsoll.gateway.backend.Places;
import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A server that takes one of a number of places, and gives it back when it has been ended. */
final class Placed implements Upstream {

    private final Upstream upstream;
    private final Places places;
    private final AtomicBoolean closed = new AtomicBoolean();

    Placed(Upstream upstream, Places places) {
        this.upstream = upstream;
        this.places = places;
    }

    @Override
    public void hear(Hearer hearer) {
        upstream.hear(hearer);
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        upstream.send(pieces);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                upstream.close();
            } finally {
                places.give();
            }
        }
    }
}
