package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Answers {@code initialize} for each client of a server that is initialized already. */
final class InitializeReplay implements Upstream {

    private final Upstream server;
    private final Slice initializeResult;
    private volatile @Nullable UpstreamListener upstreamListener;

    InitializeReplay(Upstream server, Slice initializeResult) {
        this.server = server;
        this.initializeResult = initializeResult;
    }

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
        server.start(listener);
    }

    @Override
    public void send(Message message) throws IOException {
        Slice id = message.id();
        UpstreamListener listener = upstreamListener;
        if (id == null || listener == null || !"initialize".equals(message.method())) {
            server.send(message);
        } else {
            listener.onMessage(
                    Message.result(id, negotiatedResult(ObjectEdit.textIn(message.params(), "protocolVersion", 64))));
        }
    }

    /** Returns the result of {@code initialize} with the older of the two revisions. */
    private Slice negotiatedResult(@Nullable String requestedRevision) {
        String serverRevision = String.valueOf(ObjectEdit.textIn(initializeResult, "protocolVersion", 64));
        boolean isOlder = requestedRevision != null
                && Revision.findLegacy(requestedRevision) != null
                && requestedRevision.compareTo(serverRevision) < 0;
        return isOlder && requestedRevision != null
                ? ObjectEdit.with(
                        initializeResult,
                        "protocolVersion",
                        new ByteSink().string(requestedRevision).slice())
                : initializeResult;
    }

    @Override
    public void close() {
        server.close();
    }
}
