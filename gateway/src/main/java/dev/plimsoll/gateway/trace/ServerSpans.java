package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.gateway.trace.SpanFactory.Side;
import dev.plimsoll.telemetry.Receipt;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Creates a span of kind {@code SERVER} for each request of a client. The request that Plimsoll then sends to
 * the MCP server becomes a child of this span.
 */
public final class ServerSpans {

    private final SpanFactory spanFactory;
    private final String server;
    private final String transport;
    private final @Nullable String session;
    private volatile @Nullable String revision;

    /**
     * Creates the spans of one client.
     *
     * @param transport transport of the client: {@code tcp} or {@code pipe}
     * @param session name of the session on spans, which must not be the session ID; null if there is none
     */
    ServerSpans(SpanFactory spanFactory, String server, String transport, @Nullable String session) {
        this.spanFactory = spanFactory;
        this.server = server;
        this.transport = transport;
        this.session = session;
    }

    /** Handler of the client's messages. */
    @FunctionalInterface
    public interface MessageHandler {
        void handle(ReceivedMessages received, Peer requester) throws IOException;
    }

    /** Handles a message of the client. Batches and notifications get no span. */
    public void handle(ReceivedMessages received, Peer requester, MessageHandler messageHandler) throws IOException {
        Message request = received.single();
        Span span = request == null || !request.isRequest() ? null : beginSpan(request);
        if (request == null || span == null) {
            messageHandler.handle(received, requester);
            return;
        }
        boolean isInitialize = "initialize".equals(request.method());
        messageHandler.handle(
                ReceivedMessages.of(span.context().applyTo(request)), new SpanPeer(requester, span, isInitialize));
    }

    private @Nullable Span beginSpan(Message request) {
        Span span = SpanAttributes.beginSpan(spanFactory, Side.SERVER, request, TraceContext.of(request));
        if (span == null) {
            return null;
        }
        span.setAttribute("network.transport", transport).setAttribute("plimsoll.server", server);
        String agreedRevision = revision;
        if (agreedRevision != null) {
            span.setAttribute("mcp.protocol.version", agreedRevision);
        }
        return session == null ? span : span.setAttribute("mcp.session.id", session);
    }

    /** Ends a span when the response to its request is sent. */
    private final class SpanPeer implements Peer {

        private final Peer requester;
        private final Span span;
        private final boolean isInitialize;
        private final AtomicBoolean isEnded = new AtomicBoolean();
        private volatile @Nullable Receipt receipt;

        SpanPeer(Peer requester, Span span, boolean isInitialize) {
            this.requester = requester;
            this.span = span;
            this.isInitialize = isInitialize;
        }

        @Override
        public void send(Message answer) throws IOException {
            if (isEnded.compareAndSet(false, true)) {
                endSpan(answer);
            }
            requester.send(answer);
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
        public boolean isInventory() {
            return requester.isInventory();
        }

        @Override
        public void onReceipt(Receipt newReceipt) {
            receipt = newReceipt;
        }

        private void endSpan(Message answer) {
            Receipt answerReceipt = receipt;
            SpanAttributes.recordResponse(span, answer);
            revision = isInitialize && SpanAttributes.agreedRevision(answer) != null
                    ? SpanAttributes.agreedRevision(answer)
                    : revision;
            if (answerReceipt != null) {
                setReceiptAttributes(answerReceipt);
            }
            span.end();
        }

        private void setReceiptAttributes(Receipt answerReceipt) {
            span.setAttribute("plimsoll.outcome", answerReceipt.outcome().recordName());
            span.setAttribute("plimsoll.answer.tokens", answerReceipt.answerTokens());
            span.setAttribute("plimsoll.original.tokens", answerReceipt.originalTokens());
            span.setAttribute("plimsoll.original.bytes", answerReceipt.originalBytes());
            span.setAttribute("plimsoll.own.micros", answerReceipt.nanos() / 1_000);
        }

        @Override
        public void onCancelled() {
            if (isEnded.compareAndSet(false, true)) {
                span.markFailed("cancelled", "");
                span.end();
            }
            requester.onCancelled();
        }
    }
}
