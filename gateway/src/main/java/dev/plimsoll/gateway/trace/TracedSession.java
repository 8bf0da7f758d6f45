package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.endpoint.ServerSession;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Session with a span for each request. */
record TracedSession(ServerSession serverSession, ServerSpans serverSpans) implements ServerSession {

    @Override
    public void handle(ReceivedMessages received, Peer requester) {
        try {
            serverSpans.handle(received, requester, serverSession::handle);
        } catch (IOException e) {
            requester.onCancelled();
        }
    }

    @Override
    public void setToolNames(ToolNames names) {
        serverSession.setToolNames(names);
    }

    @Override
    public void sendRefusal(String server, Message call, RefusedException why, Peer requester) {
        serverSession.sendRefusal(server, call, why, requester);
    }

    @Override
    public boolean isClosed() {
        return serverSession.isClosed();
    }

    @Override
    public @Nullable RefusedException findFailure() {
        return serverSession.findFailure();
    }

    @Override
    public boolean hasReadTool() {
        return serverSession.hasReadTool();
    }

    @Override
    public boolean isIdle() {
        return serverSession.isIdle();
    }

    @Override
    public void runMaintenance() {
        serverSession.runMaintenance();
    }

    @Override
    public void cancel() {
        serverSession.cancel();
    }

    @Override
    public void close() {
        serverSession.close();
    }
}
