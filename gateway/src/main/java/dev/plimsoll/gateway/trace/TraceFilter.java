package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.filter.FilterLink;
import dev.plimsoll.gateway.filter.MessageFilter;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.TraceContext;
import dev.plimsoll.gateway.trace.SpanFactory.Side;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Creates a span for each request to a server. The span ends when the response arrives, or when the request
 * ends without one.
 */
final class TraceFilter implements MessageFilter {

    private final SpanFactory spanFactory;
    private final String server;
    private final @Nullable URI url;
    private final PendingRequests<Span> openSpans = new PendingRequests<>(Integer.MAX_VALUE);

    /** @param url URL of the server; null if it is a process */
    TraceFilter(SpanFactory spanFactory, String server, @Nullable URI url) {
        this.spanFactory = spanFactory;
        this.server = server;
        this.url = url;
    }

    @Override
    public void onClientMessage(Message message, FilterLink link) throws IOException {
        Slice id = message.id();
        if (id != null && message.isRequest()) {
            sendWithSpan(message, id, link);
            return;
        }
        endWithFailure(message.cancelledId(), "cancelled");
        link.server().send(message);
    }

    private void sendWithSpan(Message request, Slice id, FilterLink link) throws IOException {
        Span span = SpanAttributes.beginSpan(spanFactory, Side.CLIENT, request, TraceContext.of(request));
        if (span == null) {
            link.server().send(request);
            return;
        }
        span.setAttribute("plimsoll.server", server).setAttribute("network.transport", url == null ? "pipe" : "tcp");
        if (url != null && url.getHost() != null) {
            span.setAttribute("server.address", url.getHost());
            span.setAttribute(
                    "server.port", url.getPort() < 0 ? ("https".equals(url.getScheme()) ? 443 : 80) : url.getPort());
        }
        var _ = openSpans.add(id, span);
        try {
            link.server().send(span.context().applyTo(request));
        } catch (IOException e) {
            endWithFailure(id, "unavailable");
            throw e;
        }
    }

    private void endWithFailure(@Nullable Slice id, String failure) {
        Span span = id == null ? null : openSpans.remove(id);
        if (span != null) {
            span.markFailed(failure, "");
            span.end();
        }
    }

    @Override
    public void onServerMessage(Message message, FilterLink link) throws IOException {
        endWithResponse(message);
        link.client().onMessage(message);
    }

    private void endWithResponse(Message message) {
        Slice id = message.isResponse() ? message.id() : null;
        Span span = id == null ? null : openSpans.remove(id);
        if (span != null) {
            SpanAttributes.recordResponse(span, message);
            span.end();
        }
    }

    @Override
    public void onRequestFailed(Slice requestId, RefusedException why, FilterLink link) throws IOException {
        endWithFailure(requestId, why.code().name());
        link.client().onRequestFailed(requestId, why);
    }

    @Override
    public void onClosed(String reason, FilterLink link) {
        openSpans.removeAll().forEach(span -> {
            span.markFailed("unavailable", "");
            span.end();
        });
        link.client().onClosed(reason);
    }
}
