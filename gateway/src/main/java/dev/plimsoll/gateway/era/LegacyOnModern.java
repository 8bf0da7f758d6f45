package dev.plimsoll.gateway.era;

import dev.plimsoll.gateway.upstream.Hearer;
import dev.plimsoll.gateway.upstream.Upstream;
import dev.plimsoll.gateway.wire.Fault;
import dev.plimsoll.gateway.wire.LostId;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.gateway.wire.RequestId;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A server of 2026-07-28, for a client that initializes: what the client said once is said in each of its requests, and what
 * the server wants to know before it answers is asked of the client.
 */
final class LegacyOnModern implements Upstream, Listened.Line {

    private static final Slice NOTHING = Slice.of("{}");

    /** A server that wants to be asked again, and nothing else, is not asked at once. */
    private static final long PACE_MILLIS = 250;

    private final Upstream server;
    private final Slice discovered;
    private final ClientWord word;
    private final Subscribing subscribing;
    private final Map<String, Asking> byWireId = new ConcurrentHashMap<>();
    private final AtomicLong number = new AtomicLong();
    private volatile @Nullable Hearer hearer;

    /** @param discovered what {@code server/discover} said */
    LegacyOnModern(Upstream server, Slice discovered) {
        this.server = server;
        this.discovered = discovered;
        this.word = new ClientWord();
        this.subscribing = new Subscribing(this, this::reply, Welcome.capabilities(discovered));
    }

    @Override
    public void hear(Hearer whoHears) {
        hearer = whoHears;
        server.hear(new Translated(whoHears));
    }

    // --- what the client says

    @Override
    public void send(Slice... pieces) throws IOException {
        Message message = Message.of(Message.joined(pieces));
        Slice id = message == null ? null : message.id();
        if (message == null) {
            server.send(pieces);
        } else if (id == null) {
            notified(message);
        } else if (message.isRequest()) {
            request(message, id);
        } else {
            answered(message, id);
        }
    }

    private void request(Message message, Slice id) throws IOException {
        String method = String.valueOf(message.method());
        Slice params = message.params();
        switch (method) {
            case "initialize" -> {
                word.opening(params);
                reply(Message.result(id, Welcome.result(discovered, word.revision())));
            }
            case "ping" -> reply(Message.result(id, NOTHING));
            case "logging/setLevel" -> reply(levelled(id, params));
            case "resources/subscribe" -> subscribing.subscribe(id, params);
            case "resources/unsubscribe" -> subscribing.unsubscribe(id, params);
            case "tasks/get", "tasks/result", "tasks/list", "tasks/cancel" ->
                reply(unknown(id, "the server has no tasks that a client of this revision could ask for"));
            default -> onward(message, id, method);
        }
    }

    private void onward(Message message, Slice id, String method) throws IOException {
        Asking asking = new Asking(message);
        byWireId.put(RequestId.key(id), asking);
        Slice params = message.params();
        // whoever offers no tasks is to answer as if none was asked for
        boolean task = params != null && ObjectEdit.valueIn(params, "task") != null && method.equals("tools/call");
        Slice own = task && params != null ? ObjectEdit.without(params, "task") : params;
        server.send(Message.request(id, method, word.said(own)));
    }

    private Slice levelled(Slice id, @Nullable Slice params) {
        if (ObjectEdit.objectIn(Welcome.capabilities(discovered), "logging") == null) {
            return unknown(id, "the server logs nothing");
        }
        if (word.logLevel(ObjectEdit.textIn(params, "level", 64))) {
            return Message.result(id, NOTHING);
        }
        RefusedException why = new RefusedException(
                ErrorCode.INVALID_REQUEST, "there is no such level", "a level from debug to emergency");
        return Message.error(id, new Fault(Fault.INVALID_PARAMS, why));
    }

    private static Slice unknown(Slice id, String what) {
        RefusedException why =
                new RefusedException(ErrorCode.NOT_FOUND, what, "what the result of initialize says that there is");
        return Message.error(id, new Fault(Fault.METHOD_NOT_FOUND, why));
    }

    private void notified(Message message) throws IOException {
        String method = String.valueOf(message.method());
        if (method.equals("notifications/initialized")) {
            subscribing.begin();
        } else if (method.equals("notifications/cancelled") && message.params() != null) {
            Slice id = ObjectEdit.valueIn(message.params(), "requestId");
            if (id != null) {
                abandon(RequestId.key(id));
            }
        }
        // others belong to what there is no more: sessions, and requests of the server
    }

    private void abandon(String key) {
        for (Asking asking : List.copyOf(byWireId.values())) {
            if (RequestId.key(asking.id()).equals(key)) {
                byWireId.remove(RequestId.key(asking.wireId()), asking);
                List<Slice> pending = asking.pending();
                pending.forEach(question -> tell(Message.cancelled(question, "the request was cancelled")));
                if (pending.isEmpty()) {
                    cancel(asking.wireId());
                }
            }
        }
    }

    /** The client says what the server wanted to know: when it has said all, its request is made again. */
    private void answered(Message response, Slice id) {
        for (Asking asking : byWireId.values()) {
            if (asking.takes(id)) {
                try {
                    if (asking.take(response)) {
                        again(asking);
                    }
                } catch (RefusedException why) {
                    asking.pending().forEach(question -> tell(Message.cancelled(question, "another failed")));
                    fail(asking, why);
                }
                return;
            }
        }
    }

    private void again(Asking asking) {
        String before = RequestId.key(asking.wireId());
        Slice id = new ByteSink()
                .string("plimsoll-again-" + number.incrementAndGet())
                .slice();
        Slice params = word.said(asking.again(id));
        byWireId.put(RequestId.key(id), asking);
        if (byWireId.remove(before, asking)) {
            sendOn(Message.request(id, asking.method(), params));
        } else {
            byWireId.remove(RequestId.key(id), asking);
        }
    }

    private void sendOn(Slice message) {
        try {
            server.send(message);
        } catch (IOException e) {
            // whoever listens to the server hears of its end too, and says so to all who wait
        }
    }

    @Override
    public void listen(Slice id, Slice notifications) {
        ByteSink params = new ByteSink(notifications.length() + 32).ascii("{\"notifications\":");
        Slice request = Message.request(
                id,
                Listening.METHOD,
                word.said(params.raw(notifications).ascii("}").slice()));
        Thread.startVirtualThread(() -> sendOn(request));
    }

    @Override
    public void cancel(Slice id) {
        Slice notification = Message.cancelled(id, "nobody waits for it any more");
        Thread.startVirtualThread(() -> sendOn(notification));
    }

    // --- what the client hears

    /** Not from the thread that listens to the client: the client may be waiting for that one to read. */
    private void reply(Slice message) {
        Thread.startVirtualThread(() -> tell(message));
    }

    private void tell(Slice message) {
        Hearer known = hearer;
        if (known != null) {
            try {
                known.heard(message);
            } catch (IOException e) {
                // the client is gone, and will leave
            }
        }
    }

    private void fail(Asking asking, RefusedException why) {
        byWireId.remove(RequestId.key(asking.wireId()), asking);
        Hearer known = hearer;
        if (known != null) {
            try {
                known.failed(asking.id(), why);
            } catch (IOException e) {
                // as above
            }
        }
    }

    @Override
    public void close() {
        subscribing.close();
        server.close();
    }

    /** What the server says, as the client has to hear it. */
    private final class Translated extends Translation {

        Translated(Hearer client) {
            super(client);
        }

        @Override
        public void heard(Message message) throws IOException {
            Slice id = message.id();
            if (message.isResponse() && id != null) {
                answer(message, id);
            } else if (id == null && !"notifications/cancelled".equals(message.method())) {
                Slice plain = subscribing.plain(message);
                if (plain != null) {
                    client.heard(plain);
                }
            } else if (message.isRequest() && id != null) {
                sendOn(unknown(id, "this revision asks by results, not by requests"));
            } else {
                subscribing.cancelled(message);
            }
        }

        private void answer(Message message, Slice id) throws IOException {
            if (subscribing.ended(id)) {
                return;
            }
            Asking asking = waiting(id);
            Slice result = message.result();
            if (asking == null) {
                client.heard(message);
            } else if (result != null && Asking.isQuestion(message)) {
                ask(asking, result);
            } else if (byWireId.remove(RequestId.key(asking.wireId()), asking)) {
                client.heard(legacy(asking, message, id));
            }
        }

        private Slice legacy(Asking asking, Message message, Slice id) {
            Message own = message;
            if (!id.contentEquals(asking.id())) {
                Message other = Message.of(Message.joined(message.with(id, List.of(asking.id()))));
                own = other == null ? message : other;
            }
            Slice result = own.result();
            if (result == null) {
                return ModernErrors.translated(asking.method(), own);
            }
            String kind = Asking.kind(message);
            if (kind != null && !kind.equals("complete")) {
                RefusedException why = new RefusedException(
                        ErrorCode.UPSTREAM_UNAVAILABLE,
                        "the server answers with a kind of result that the client did not declare",
                        "repeat the request");
                return Message.error(asking.id(), new Fault(Fault.INTERNAL_ERROR, why));
            }
            Slice plain = LegacyResults.of(asking.method(), result, word.revision());
            return plain.isSameRange(result) ? own.bytes() : Message.joined(own.with(result, List.of(plain)));
        }

        private void ask(Asking asking, Slice result) throws IOException {
            List<Slice> questions;
            try {
                questions = asking.questions(result, word, number::incrementAndGet);
            } catch (RefusedException why) {
                fail(asking, why);
                return;
            }
            for (Slice question : questions) {
                client.heard(question);
            }
            if (questions.isEmpty()) {
                CompletableFuture.delayedExecutor(PACE_MILLIS, TimeUnit.MILLISECONDS, Thread::startVirtualThread)
                        .execute(() -> again(asking));
            }
        }

        private @Nullable Asking waiting(Slice id) {
            String key = RequestId.key(id);
            Asking known = byWireId.get(key);
            return known == null ? byWireId.get(RequestId.otherType(key)) : known;
        }

        @Override
        public void failed(Slice requestId, RefusedException why) {
            Asking asking = waiting(requestId);
            if (asking != null) {
                fail(asking, why);
            } else {
                var _ = subscribing.ended(requestId);
            }
        }

        @Override
        public void lost(LineTooLongException message, int most) throws IOException {
            Slice id = LostId.in(message.head(), message.tail());
            Asking asking = id == null ? null : waiting(id);
            if (asking == null) {
                client.lost(message, most);
                return;
            }
            RefusedException why = new RefusedException(
                            ErrorCode.RESULT_TOO_LARGE,
                            "the server's answer of " + message.length() + " bytes is above the limit of " + most,
                            "ask for less, or raise maxMessageBytes")
                    .detail("bytes", Long.toString(message.length()))
                    .detail("allowed", Integer.toString(most));
            fail(asking, why);
        }

        @Override
        public void ended(String how) {
            subscribing.close();
            client.ended(how);
        }
    }
}
