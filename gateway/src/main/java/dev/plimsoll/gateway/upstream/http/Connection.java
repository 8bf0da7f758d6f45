package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.upstream.Lent;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.RequestId;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection to a server that is called over HTTP. Requests go their ways at the same time; everything else is
 * there before {@link #send} returns, for what comes after it may depend on it.
 */
final class Connection implements Upstream {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LEAVE = Duration.ofSeconds(1);
    private static final Duration GOODBYE = Duration.ofMillis(500);

    /** What clients call and then wait for. Other requests may be ours, made while something is locked, or last for ever. */
    private static final Set<String> WAITED_FOR =
            Set.of("tools/call", "resources/read", "prompts/get", "completion/complete");

    private final HttpServer server;
    private final Map<String, Exchange> open = new ConcurrentHashMap<>();
    private final Lingering lingering = new Lingering();
    private final Session session;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Hearer hearer;
    private volatile @Nullable String modern;
    private final StreamActivity activity = new StreamActivity();
    private volatile boolean holds;
    /** Whether the server was asked to log, or does. */
    private volatile boolean logs;

    Connection(HttpServer server) {
        this.server = server;
        this.session = new Session(server, this);
    }

    @Override
    public void hear(Hearer whoHears) {
        hearer = whoHears;
    }

    @Override
    public void holdResponses() {
        holds = true;
    }

    StreamActivity activity() {
        return activity;
    }

    /** A response to this request waits for what the server logs, which may come on the other stream. */
    void hold(Message request, Call call) {
        if (holds && logs && WAITED_FOR.contains(String.valueOf(request.method()))) {
            try {
                activity.awaitQuiet(call);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    // --- what is sent

    @Override
    public void send(Slice... pieces) throws IOException {
        if (ended.get()) {
            throw new IOException("the connection has ended");
        }
        Slice bytes = Message.joined(pieces);
        Message message = Message.of(bytes);
        Slice id = message == null ? null : message.id();
        if (message == null) {
            throw new IOException("no message");
        } else if (message.isRequest() && id != null) {
            begin(message, id);
        } else if (!"notifications/cancelled".equals(message.method())) {
            post(message);
        } else {
            cancel(message);
        }
    }

    private void begin(Message request, Slice id) {
        lingering.sweep();
        String revision = Modern.revision(request);
        if (revision != null) {
            modern = revision;
        }
        logs |= revision == null && "logging/setLevel".equals(request.method());
        Exchange exchange = new Exchange(server, this, session, request, id, revision);
        open.put(RequestId.key(id), exchange);
        if (WAITED_FOR.contains(String.valueOf(request.method()))) {
            Lent.fetch(exchange);
        } else {
            Thread.startVirtualThread(exchange);
        }
    }

    /** From 2026-07-28 on the end of its stream cancels a request; before, a message does. */
    private void cancel(Message notification) {
        Slice id = notification.params() == null ? null : ObjectEdit.valueIn(notification.params(), "requestId");
        Exchange exchange = id == null ? null : open.remove(RequestId.key(id));
        boolean told = exchange == null ? isModern() : exchange.isModern();
        if (!told) {
            post(notification);
        }
        if (exchange != null) {
            exchange.cancel();
        }
    }

    private boolean isModern() {
        return modern != null && !session.isOpen();
    }

    private void post(Message message) {
        Outgoing request = session.post(message.bytes()).within(PATIENCE);
        String own = Modern.revision(message);
        String revision = own == null && isModern() ? modern : own;
        if (revision != null) {
            request = Outgoing.post(server.place(), message.bytes())
                    .with(Modern.headers(message, revision, server.toolHeaders()))
                    .within(PATIENCE);
        }
        try (Reply reply = server.send(request, new Call())) {
            if (reply.status() == 404 && session.isOpen()) {
                forgotten();
            } else if (!reply.isGood()) {
                troubled("the server did not take a message (status " + reply.status() + ")");
            } else if ("notifications/initialized".equals(message.method()) && revision == null) {
                session.listen();
            }
        } catch (IOException e) {
            troubled("a message did not reach the server: " + Trouble.reason(e));
        } catch (RefusedException e) {
            troubled("a message did not reach the server: " + e.getMessage());
        }
    }

    // --- what comes back

    /** A message, or a batch of them, that belongs to no request of ours. */
    void heard(Slice bytes) throws IOException {
        if (Envelope.isBatch(bytes)) {
            for (Message message : Message.batch(bytes)) {
                heard(message);
            }
            return;
        }
        Message message = Message.of(bytes);
        if (message == null) {
            troubled("skipped what is no message: " + bytes.length() + " bytes");
        } else {
            heard(message);
        }
    }

    void heard(Message message) throws IOException {
        logs |= "notifications/message".equals(message.method());
        Hearer known = hearer;
        if (known != null && !ended.get()) {
            known.heard(message);
        }
    }

    /** The next event of a stream; one that is too long is lost alone. Null at its end. */
    @Nullable Event next(EventReader events) throws IOException {
        while (true) {
            try {
                return events.next();
            } catch (LineTooLongException e) {
                lost(e);
            }
        }
    }

    private void lost(LineTooLongException message) throws IOException {
        Hearer known = hearer;
        if (known != null && !ended.get()) {
            known.lost(message, server.maxMessageBytes());
        }
    }

    void failed(Slice id, RefusedException why) {
        Hearer known = hearer;
        if (known != null && !ended.get()) {
            try {
                known.failed(id, why);
            } catch (IOException e) {
                troubled("nobody hears why a request failed");
            }
        }
    }

    void troubled(String what) {
        Hearer known = hearer;
        if (known != null && !ended.get()) {
            known.troubled(what);
        }
    }

    /** The request that waits under that id, however it is spelled; or null. */
    @Nullable Exchange waiting(Slice id) {
        return open.get(RequestId.key(id));
    }

    /** It has its answer; its stream should end soon. */
    void lingers(Call call) {
        lingering.add(call);
    }

    void over(Exchange exchange, Slice id, Call call) {
        open.remove(RequestId.key(id), exchange);
        lingering.remove(call);
        if (closing.get()) {
            synchronized (open) {
                open.notifyAll();
            }
        }
    }

    // --- the end

    /** The server no longer knows the session. */
    void forgotten() {
        end("it has forgotten this session (status 404)");
    }

    void end(String how) {
        if (ended.compareAndSet(false, true)) {
            open.values().forEach(Exchange::cancel);
            session.end();
            Hearer known = hearer;
            if (known != null) {
                known.ended(how);
            }
        }
    }

    /** Answers that are on their way may still come, within the time that a program is given to leave. */
    @Override
    public void close() {
        if (closing.compareAndSet(false, true) && !ended.get()) {
            Duration stop = server.server().timeouts().stop();
            try {
                await(stop.compareTo(LEAVE) < 0 ? stop : LEAVE);
                session.delete(GOODBYE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            end("the connection was closed");
        }
    }

    private void await(Duration patience) throws InterruptedException {
        open.values().forEach(Exchange::leave);
        long deadline = System.nanoTime() + patience.toNanos();
        synchronized (open) {
            long left = patience.toMillis();
            while (!open.isEmpty() && left > 0) {
                open.wait(left);
                left = (deadline - System.nanoTime()) / 1_000_000;
            }
        }
    }
}
