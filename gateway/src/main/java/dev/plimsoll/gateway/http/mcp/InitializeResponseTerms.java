package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.http.exchange.AcceptedTypes;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.rpc.Message;
import java.time.Duration;

/** Response terms for {@code initialize}: the client gets a session id unless the server refuses. */
final class InitializeResponseTerms extends LegacyResponseTerms {

    private final long deadlineNanos;
    private final Runnable onTimeout;

    /**
     * @param timeout the time in which the server must respond
     * @param onTimeout runs if the server has not responded in time
     */
    InitializeResponseTerms(
            AcceptedTypes acceptedTypes,
            Duration keepAlive,
            ClientSession clientSession,
            Duration timeout,
            Runnable onTimeout) {
        super(acceptedTypes, keepAlive, clientSession);
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
        this.onTimeout = onTimeout;
    }

    @Override
    public void onWait() {
        if (System.nanoTime() - deadlineNanos > 0) {
            onTimeout.run();
        }
    }

    @Override
    public void onStream(HttpCall call) {
        call.setHeader(McpHeaders.SESSION, clientSession().id());
    }

    @Override
    public int onResponse(HttpCall call, Message response) {
        clientSession().onInitializeResponse(response);
        if (clientSession().isInitialized() && !call.isCommitted()) {
            call.setHeader(McpHeaders.SESSION, clientSession().id());
        }
        return 200;
    }
}
