package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.endpoint.ServerLine;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.io.IOException;

/** Session whose requests are spans. */
record TracedSession(ServerLine line, ServerSpans serverSpans) implements ServerLine {

    @Override
    public void hear(Slice body, Peer reply) {
        try {
            serverSpans.handle(body, reply, line::hear);
        } catch (IOException e) {
            reply.onCancelled();
        }
    }

    @Override
    public void naming(ToolNames names) {
        line.naming(names);
    }

    @Override
    public void refuse(String server, Message call, RefusedException why, Peer reply) {
        line.refuse(server, call, why, reply);
    }

    @Override
    public boolean isOver() {
        return line.isOver();
    }

    @Override
    public boolean hasReader() {
        return line.hasReader();
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
