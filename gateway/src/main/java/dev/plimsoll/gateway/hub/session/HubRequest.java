package dev.plimsoll.gateway.hub.session;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A pending client request. */
public final class HubRequest implements OpenLink.ResponseListener {

    private final Slice id;
    private final String method;
    private final boolean isModern;
    private final Peer requester;
    private final Consumer<HubRequest> onDone;
    private final AtomicBoolean done = new AtomicBoolean();
    private volatile @Nullable OpenLink currentLink;

    /** @param onDone runs when the request is answered or cancelled */
    HubRequest(Slice id, String method, boolean isModern, Peer requester, Consumer<HubRequest> onDone) {
        this.id = id;
        this.method = method;
        this.isModern = isModern;
        this.requester = requester;
        this.onDone = onDone;
    }

    public Slice id() {
        return id;
    }

    public String method() {
        return method;
    }

    public boolean isDone() {
        return done.get();
    }

    /** Returns the link to the server that handles the request now; null if there is none yet. */
    @Nullable OpenLink currentLink() {
        return currentLink;
    }

    public void setCurrentLink(OpenLink link) {
        currentLink = link;
    }

    /** Marks the request as done. Returns false if it was done before. */
    private boolean markDone() {
        boolean isFirst = done.compareAndSet(false, true);
        if (isFirst) {
            onDone.accept(this);
        }
        return isFirst;
    }

    @Override
    public void send(Message message) throws IOException {
        if (markDone()) {
            requester.send(message);
        }
    }

    @Override
    public boolean isProgram() {
        return requester.isProgram();
    }

    @Override
    public boolean needsFreshResults() {
        return requester.needsFreshResults();
    }

    @Override
    public void onCancelled() {
        if (markDone()) {
            requester.onCancelled();
        }
    }

    @Override
    public void onConnectionLost() {
        if (method.equals("tools/call")) {
            // the server may have received the call
            sendErrorResult(stopped("the server is restarted: repeat this call if it changes nothing"));
        } else {
            sendError(ErrorObject.of(stopped("repeat this request: the server is restarted")));
        }
    }

    private static RefusedException stopped(String suggestion) {
        return new RefusedException(ErrorCode.UPSTREAM_UNAVAILABLE, "the server has stopped", suggestion);
    }

    public void sendResult(Slice result) {
        sendIfConnected(Message.result(id, result));
    }

    public void sendError(ErrorObject errorObject) {
        sendIfConnected(Message.error(id, errorObject));
    }

    /** Answers with a tool result that is an error, because models see tool results but not JSON-RPC errors. */
    void sendErrorResult(RefusedException reason) {
        JsonWriter json =
                new JsonWriter(512).beginObject().beginArray("content").beginObject();
        json.string("type", "text").string("text", Slice.of(reason.json()));
        json.endObject().endArray().bool("isError", true);
        writeResultType(json);
        sendResult(json.endObject().slice());
    }

    /** Writes the member of the gateway's own results that modern revisions require. */
    public void writeResultType(JsonWriter json) {
        if (isModern) {
            json.string("resultType", "complete");
        }
    }

    private void sendIfConnected(Message message) {
        try {
            send(message);
        } catch (IOException e) {
            // the client has disconnected
        }
    }
}
