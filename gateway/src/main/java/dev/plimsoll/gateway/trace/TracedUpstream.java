package dev.plimsoll.gateway.trace;

import dev.plimsoll.gateway.trace.Tracing.Side;
import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.RequestId;
import dev.plimsoll.gateway.wire.TraceContext;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A server of which each request that is sent to it is a span, until its answer is there. */
final class TracedUpstream implements Upstream {

    private final Upstream upstream;
    private final Tracing tracing;
    private final String server;
    private final @Nullable URI url;
    private final Map<String, Span> open = new ConcurrentHashMap<>();

    /** @param url where it is called; null: it is a program */
    TracedUpstream(Upstream upstream, Tracing tracing, String server, @Nullable URI url) {
        this.upstream = upstream;
        this.tracing = tracing;
        this.server = server;
        this.url = url;
    }

    @Override
    public void hear(Hearer hearer) {
        upstream.hear(new Ending(hearer));
    }

    @Override
    public void holdResponses() {
        upstream.holdResponses();
    }

    @Override
    public void send(Slice... pieces) throws IOException {
        Message message = Message.of(Message.joined(pieces));
        Slice id = message == null ? null : message.id();
        if (message != null && id != null && message.isRequest()) {
            send(message, id);
            return;
        }
        if (message != null && "notifications/cancelled".equals(message.method()) && message.params() != null) {
            Slice cancelled = ObjectEdit.valueIn(message.params(), "requestId");
            end(cancelled, "cancelled");
        }
        upstream.send(pieces);
    }

    private void send(Message request, Slice id) throws IOException {
        Span span = Described.begun(tracing, Side.CLIENT, request, TraceContext.of(request));
        if (span == null) {
            upstream.send(request.bytes());
            return;
        }
        span.with("plimsoll.server", server).with("network.transport", url == null ? "pipe" : "tcp");
        if (url != null && url.getHost() != null) {
            span.with("server.address", url.getHost());
            span.with("server.port", url.getPort() < 0 ? ("https".equals(url.getScheme()) ? 443 : 80) : url.getPort());
        }
        open.put(RequestId.key(id), span);
        try {
            upstream.send(span.context().carriedBy(request));
        } catch (IOException e) {
            end(id, "unavailable");
            throw e;
        }
    }

    private @Nullable Span taken(@Nullable Slice id) {
        if (id == null) {
            return null;
        }
        String key = RequestId.key(id);
        Span span = open.remove(key);
        return span == null ? open.remove(RequestId.otherType(key)) : span;
    }

    private void end(@Nullable Slice id, String failure) {
        Span span = taken(id);
        if (span != null) {
            span.failed(failure, "");
            span.end();
        }
    }

    @Override
    public void close() {
        upstream.close();
    }

    private final class Ending implements Hearer {

        private final Hearer hearer;

        Ending(Hearer hearer) {
            this.hearer = hearer;
        }

        @Override
        public void heard(Slice message) throws IOException {
            if (Envelope.isBatch(message)) {
                Message.batch(message).forEach(this::ended);
            }
            Message known = Message.of(message);
            if (known == null) {
                hearer.heard(message);
            } else {
                heard(known);
            }
        }

        @Override
        public void heard(Message message) throws IOException {
            ended(message);
            hearer.heard(message);
        }

        private void ended(Message message) {
            Span span = message.isResponse() ? taken(message.id()) : null;
            if (span != null) {
                Described.answered(span, message);
                span.end();
            }
        }

        @Override
        public void failed(Slice requestId, RefusedException why) throws IOException {
            end(requestId, why.code().name());
            hearer.failed(requestId, why);
        }

        @Override
        public void lost(LineTooLongException message, int most) throws IOException {
            hearer.lost(message, most);
        }

        @Override
        public void troubled(String what) {
            hearer.troubled(what);
        }

        @Override
        public void ended(String how) {
            List.copyOf(open.keySet()).forEach(key -> {
                Span span = open.remove(key);
                if (span != null) {
                    span.failed("unavailable", "");
                    span.end();
                }
            });
            hearer.ended(how);
        }
    }
}
