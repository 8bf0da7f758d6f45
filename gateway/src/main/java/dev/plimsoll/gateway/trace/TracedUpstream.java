package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.gateway.trace.SpanFactory.Side;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.UpstreamListener;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Server connection on which each request is a span, until its response arrives. */
final class TracedUpstream implements Upstream {

    private final Upstream upstream;
    private final SpanFactory spanFactory;
    private final String server;
    private final @Nullable URI url;
    private final PendingRequests<Span> openSpans = new PendingRequests<>(Integer.MAX_VALUE);

    /** @param url URL of the server; null for a program */
    TracedUpstream(Upstream upstream, SpanFactory spanFactory, String server, @Nullable URI url) {
        this.upstream = upstream;
        this.spanFactory = spanFactory;
        this.server = server;
        this.url = url;
    }

    @Override
    public void start(UpstreamListener upstreamListener) {
        upstream.start(new SpanEndingListener(upstreamListener));
    }

    @Override
    public void holdResponses() {
        upstream.holdResponses();
    }

    @Override
    public void send(Message message) throws IOException {
        Slice id = message.id();
        if (id != null && message.isRequest()) {
            sendRequest(message, id);
            return;
        }
        end(message.cancelledId(), "cancelled");
        upstream.send(message);
    }

    private void sendRequest(Message request, Slice id) throws IOException {
        Span span = SpanAttributes.beginSpan(spanFactory, Side.CLIENT, request, TraceContext.of(request));
        if (span == null) {
            upstream.send(request);
            return;
        }
        span.with("plimsoll.server", server).with("network.transport", url == null ? "pipe" : "tcp");
        if (url != null && url.getHost() != null) {
            span.with("server.address", url.getHost());
            span.with("server.port", url.getPort() < 0 ? ("https".equals(url.getScheme()) ? 443 : 80) : url.getPort());
        }
        var _ = openSpans.add(id, span);
        try {
            upstream.send(span.context().applyTo(request));
        } catch (IOException e) {
            end(id, "unavailable");
            throw e;
        }
    }

    private void end(@Nullable Slice id, String failure) {
        Span span = id == null ? null : openSpans.remove(id);
        if (span != null) {
            span.markFailed(failure, "");
            span.end();
        }
    }

    @Override
    public void close() {
        upstream.close();
    }

    private final class SpanEndingListener implements UpstreamListener {

        private final UpstreamListener upstreamListener;

        SpanEndingListener(UpstreamListener upstreamListener) {
            this.upstreamListener = upstreamListener;
        }

        @Override
        public void onMessage(Message message) throws IOException {
            endSpan(message);
            upstreamListener.onMessage(message);
        }

        private void endSpan(Message message) {
            Slice id = message.isResponse() ? message.id() : null;
            Span span = id == null ? null : openSpans.remove(id);
            if (span != null) {
                SpanAttributes.recordResponse(span, message);
                span.end();
            }
        }

        @Override
        public void onRequestFailed(Slice requestId, RefusedException why) throws IOException {
            end(requestId, why.code().name());
            upstreamListener.onRequestFailed(requestId, why);
        }

        @Override
        public void onMessageTooLong(LineTooLongException message, int maxBytes) throws IOException {
            upstreamListener.onMessageTooLong(message, maxBytes);
        }

        @Override
        public void onWarning(String warning) {
            upstreamListener.onWarning(warning);
        }

        @Override
        public void onClosed(String reason) {
            openSpans.removeAll().forEach(span -> {
                span.markFailed("unavailable", "");
                span.end();
            });
            upstreamListener.onClosed(reason);
        }
    }
}
