package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the responses to a batch and sends them as one array, which revisions up to 2025-03-26 require. */
final class BatchResponse implements Peer {

    private static final Slice OPEN = Slice.of("[");
    private static final Slice COMMA = Slice.of(",");
    private static final Slice CLOSE = Slice.of("]");

    private final Peer client;
    private final int expectedCount;
    private final List<Slice> pieces = new ArrayList<>();
    private int responseCount;

    BatchResponse(Peer client, int expectedCount) {
        this.client = client;
        this.expectedCount = expectedCount;
    }

    @Override
    public void send(Slice... message) throws IOException {
        Slice[] batch;
        synchronized (this) {
            pieces.add(responseCount++ == 0 ? OPEN : COMMA);
            pieces.addAll(Arrays.asList(message));
            if (responseCount < expectedCount) {
                return;
            }
            pieces.add(CLOSE);
            batch = pieces.toArray(Slice[]::new);
        }
        client.send(batch);
    }
}
