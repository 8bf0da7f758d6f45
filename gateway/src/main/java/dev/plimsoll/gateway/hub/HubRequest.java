package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A pending client request. */
final class HubRequest implements OpenLink.Waiter {

    private final Slice id;
    private final String method;
    private final boolean modern;
    private final Peer reply;
    private final Runnable landed;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable OpenLink at;

    /** @param landed runs when the request is answered or dropped */
    HubRequest(Slice id, String method, boolean modern, Peer reply, Runnable landed) {
        this.id = id;
        this.method = method;
        this.modern = modern;
        this.reply = reply;
        this.landed = landed;
    }

    Slice id() {
        return id;
    }

    String method() {
        return method;
    }

    boolean isOver() {
        return over.get();
    }

    /** Returns the link to the server that handles the request now; null if there is none yet. */
    @Nullable OpenLink at() {
        return at;
    }

    void goes(OpenLink where) {
        at = where;
    }

    private boolean end() {
        boolean ends = over.compareAndSet(false, true);
        if (ends) {
            landed.run();
        }
        return ends;
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        if (end()) {
            reply.send(pieces);
        }
    }

    @Override
    public void onCancelled() {
        if (end()) {
            reply.onCancelled();
        }
    }

    @Override
    public void lost() {
        RefusedException reason = new RefusedException(
                ErrorCode.UPSTREAM_UNAVAILABLE,
                "the server has stopped",
                "repeat this call: the server is restarted");
        if (method.equals("tools/call")) {
            failed(reason);
        } else {
            fault(ErrorObject.of(reason));
        }
    }

    void result(Slice result) {
        quietly(Message.result(id, result));
    }

    void fault(ErrorObject errorObject) {
        quietly(Message.error(id, errorObject));
    }

    /** Answers with a tool result that is an error, because models see those but not JSON-RPC errors. */
    void failed(RefusedException reason) {
        ByteSink out = new ByteSink(512).ascii("{\"content\":[{\"type\":\"text\",\"text\":");
        out.string(Slice.of(reason.json())).ascii("}],\"isError\":true");
        result(out.ascii(tag()).ascii("}").slice());
    }

    /** Returns the last member of our own results, which modern revisions require; otherwise empty. */
    String tag() {
        return modern ? ",\"resultType\":\"complete\"" : "";
    }

    private void quietly(Slice message) {
        try {
            send(message);
        } catch (IOException e) {
            // the client has disconnected
        }
    }
}
