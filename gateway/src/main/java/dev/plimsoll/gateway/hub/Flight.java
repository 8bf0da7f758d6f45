package dev.plimsoll.gateway.hub;

import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.Peer;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request of the client that waits for its one answer. */
final class Flight implements Live.Waiter {

    private final Slice id;
    private final String method;
    private final boolean modern;
    private final Peer reply;
    private final Runnable landed;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable Live at;

    /** @param landed run when it has been answered, or will never be */
    Flight(Slice id, String method, boolean modern, Peer reply, Runnable landed) {
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

    /** The server that has it now. */
    @Nullable Live at() {
        return at;
    }

    void goes(Live where) {
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
    public void unanswered() {
        if (end()) {
            reply.unanswered();
        }
    }

    @Override
    public void lost() {
        RefusedException why = new RefusedException(
                ErrorCode.UPSTREAM_UNAVAILABLE,
                "the server has ended meanwhile",
                "repeat this call: it is started again");
        if (method.equals("tools/call")) {
            failed(why);
        } else {
            fault(Fault.of(why));
        }
    }

    void result(Slice result) {
        quietly(Message.result(id, result));
    }

    void fault(Fault fault) {
        quietly(Message.error(id, fault));
    }

    /** A tool's result that is an error: models see those. */
    void failed(RefusedException why) {
        ByteSink out = new ByteSink(512).ascii("{\"content\":[{\"type\":\"text\",\"text\":");
        out.string(Slice.of(why.json())).ascii("}],\"isError\":true");
        result(out.ascii(tag()).ascii("}").slice());
    }

    /** What each result of ours ends with where revisions demand it. */
    String tag() {
        return modern ? ",\"resultType\":\"complete\"" : "";
    }

    private void quietly(Slice message) {
        try {
            send(message);
        } catch (IOException e) {
            // the client is gone: nobody wants to know
        }
    }
}
