package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.io.IOException;

/** Session whose requests are spans. */
record TracedSession(ServerSession line, ServerSpans serverSpans) implements ServerSession {

    @Override
    public void handle(Slice body, Peer reply) {
        try {
            serverSpans.handle(body, reply, line::handle);
        } catch (IOException e) {
            reply.onCancelled();
        }
    }

    @Override
    public void setToolNames(ToolNames names) {
        line.setToolNames(names);
    }

    @Override
    public void refuse(String server, Message call, RefusedException why, Peer reply) {
        line.refuse(server, call, why, reply);
    }

    @Override
    public boolean isClosed() {
        return line.isClosed();
    }

    @Override
    public boolean hasReadTool() {
        return line.hasReadTool();
    }

    @Override
    public boolean isIdle() {
        return line.isIdle();
    }

    @Override
    public void expire() {
        line.expire();
    }

    @Override
    public void cancel() {
        line.cancel();
    }

    @Override
    public void close() {
        line.close();
    }
}
