package dev.plimsoll.gateway.upstream.server;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Upstream of a session that only reads snapshots of a server. It accepts every revision and offers no tools. */
final class SnapshotOnlyUpstream implements Upstream {

    private volatile @Nullable UpstreamListener upstreamListener;

    @Override
    public void start(UpstreamListener listener) {
        upstreamListener = listener;
    }

    @Override
    public void send(Message message) throws IOException {
        UpstreamListener listener = upstreamListener;
        Slice id = message.id();
        if (listener == null || id == null || !message.isRequest()) {
            return;
        }
        listener.onMessage(
                "initialize".equals(message.method()) ? initializeResponse(id, message.params()) : errorResponse(id));
    }

    private static Message initializeResponse(Slice id, @Nullable Slice params) {
        String revision = ObjectEdit.textIn(params, "protocolVersion", 64);
        JsonWriter json = new JsonWriter(64).beginObject();
        json.string("protocolVersion", revision == null ? Revision.OLDEST.text() : revision);
        json.beginObject("capabilities").endObject();
        return Message.result(id, json.endObject().slice());
    }

    private static Message errorResponse(Slice id) {
        RefusedException why =
                new RefusedException(ErrorCode.INVALID_REQUEST, "the server is not connected", "call plimsoll_read");
        return Message.error(id, new ErrorObject(ErrorObject.METHOD_NOT_FOUND, why));
    }

    @Override
    public void close() {
        UpstreamListener listener = upstreamListener;
        if (listener != null) {
            listener.onClosed("this session reads snapshots only");
        }
    }
}
