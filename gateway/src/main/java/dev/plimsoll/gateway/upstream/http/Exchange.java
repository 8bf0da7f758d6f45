package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.mirror.SoundTools;
import dev.plimsoll.gateway.upstream.Lent;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.gateway.wire.Message;
import dev.plimsoll.gateway.wire.ObjectEdit;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request on its way, until it has its answer or it is clear why there is none. */
final class Exchange implements Runnable {

    private static final int HEADER_MISMATCH = -32020;
    private static final int ERROR_BYTES = 1 << 20;
    private static final int MOST_FAILURES = 5;
    private static final long PAUSE_MILLIS = 1_000;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    private final HttpServer server;
    private final Connection connection;
    private final Session session;
    private final Message request;
    private final Slice id;
    private final @Nullable String revision;
    private final Call call = new Call();
    private volatile boolean answered;
    private boolean listed;
    private boolean logged;
    private String lastId = "";
    private long retryMillis = -1;

    /** @param revision that the request names itself, as from 2026-07-28 on; null: that of the session */
    Exchange(
            HttpServer server,
            Connection connection,
            Session session,
            Message request,
            Slice id,
            @Nullable String revision) {
        this.server = server;
        this.connection = connection;
        this.session = session;
        this.request = request;
        this.id = id;
        this.revision = revision;
    }

    boolean isModern() {
        return revision != null;
    }

    void cancel() {
        call.cancel();
    }

    /** The client goes: what would last for ever ends. */
    void leave() {
        if ("subscriptions/listen".equals(request.method())) {
            call.cancel();
        }
    }

    private boolean opens() {
        return revision == null && "initialize".equals(request.method());
    }

    @Override
    public void run() {
        settle(this::talk);
    }

    /** Some of the way to an answer. */
    private interface Leg {

        /** False when it is gone on with in another thread. */
        boolean isOver() throws IOException, InterruptedException;
    }

    private void settle(Leg leg) {
        boolean over = true;
        RefusedException why = null;
        try {
            over = leg.isOver();
            why = !over || answered ? null : server.trouble().unavailable("gave no answer");
        } catch (RefusedException e) {
            why = e;
        } catch (IOException e) {
            why = server.trouble().of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = server.trouble().unavailable("gave no answer");
        } catch (OutOfMemoryError e) {
            answered = false; // maybe on the way to whoever waits: who has it already hears no more of it
            why = server.trouble().noMemory();
        } catch (RuntimeException | StackOverflowError e) {
            connection.troubled("internal error: " + e.getClass().getName());
            why = new RefusedException(ErrorCode.INTERNAL_ERROR, "this could not be answered", "repeat the request");
        } finally {
            if (why != null && !answered && !call.isCancelled()) {
                connection.failed(id, why);
            }
            if (over) {
                connection.over(this, id, call);
            }
        }
    }

    private boolean talk() throws IOException, InterruptedException {
        if (opens() && server.isOld()) {
            var _ = session.open(new OldStream(server, connection));
        }
        if (revision != null
                && "tools/call".equals(request.method())
                && !server.toolHeaders().isListed()) {
            list(revision);
        }
        Reply reply = server.send(outgoing(), call);
        if (reply.isGood()) {
            return took(reply);
        }
        boolean _ = taken(reply);
        // once more when it listed anew, or found another way
        return answered || took(server.send(outgoing(), call));
    }

    private boolean took(Reply reply) throws IOException, InterruptedException {
        if (reply.isGood() && reply.isStream() && Lent.isUsed()) {
            // what comes on it may be questions that the client answers first, or nothing for long after the answer
            Thread.startVirtualThread(() -> settle(() -> taken(reply)));
            return false;
        }
        return taken(reply);
    }

    private boolean taken(Reply reply) throws IOException, InterruptedException {
        try (reply) {
            if (reply.isGood()) {
                take(reply);
            } else {
                refused(reply);
            }
        }
        return true;
    }

    private Outgoing outgoing() {
        boolean first = opens() || "server/discover".equals(request.method());
        Duration patience = first ? server.server().timeouts().start() : Duration.ZERO;
        Outgoing post = revision == null
                ? session.post(request.bytes())
                : Outgoing.post(server.place(), request.bytes())
                        .with(Modern.headers(request, revision, server.toolHeaders()));
        return post.with(TraceHeaders.of(request)).within(patience);
    }

    private void list(String named) throws IOException {
        new Listing(server, call, named, request).learn();
    }

    // --- answers

    private void take(Reply reply) throws IOException, InterruptedException {
        if (session.isOld() && revision == null) {
            answered = true; // it comes on the stream
            return;
        }
        if (opens()) {
            session.begins(reply.header("Mcp-Session-Id"));
        }
        if (!reply.isStream()) {
            Slice body = Body.of(reply, server.maxMessageBytes());
            if (body.isEmpty()) {
                throw server.trouble()
                        .unavailable("took the request and gave no answer (status " + reply.status() + ")");
            }
            document(body, reply);
            return;
        }
        try {
            follow(reply);
        } catch (IOException e) {
            if (!answered && (lastId.isEmpty() || revision != null || call.isCancelled())) {
                throw e;
            }
        }
        resume();
    }

    private void document(Slice body, Reply reply) throws IOException {
        if (Envelope.isBatch(body)) {
            for (Message message : Message.batch(body)) {
                hear(message);
            }
            return;
        }
        Message message = Message.of(body);
        if (message == null) {
            String type = reply.type();
            String what = type.equals("application/json") || !type.matches("[a-z0-9.+/-]{1,60}")
                    ? "answers with what is no message"
                    : "answers with " + type + ", not with a message";
            throw server.trouble().unavailable(what);
        }
        hear(message);
    }

    /** Other events may follow one that is no message. */
    private void event(Slice data) throws IOException {
        List<Message> batch = Envelope.isBatch(data) ? Message.batch(data) : List.of();
        Message message = batch.isEmpty() ? Message.of(data) : null;
        if (message == null && batch.isEmpty()) {
            connection.troubled("skipped what is no message: " + data.length() + " bytes");
            return;
        }
        for (Message each : message == null ? batch : List.of(message)) {
            hear(each);
        }
    }

    private void follow(Reply reply) throws IOException {
        EventReader events = new EventReader(reply.body(), server.maxMessageBytes());
        try {
            Event event = connection.next(events);
            while (event != null) {
                if (event.type().equals("message")) {
                    event(event.data());
                }
                if (answered) {
                    connection.lingers(call);
                }
                event = connection.next(events);
            }
            reply.read();
        } finally {
            lastId = events.lastId().isEmpty() ? lastId : events.lastId();
            retryMillis = events.retryMillis() < 0 ? retryMillis : events.retryMillis();
        }
    }

    /** A stream that ended early is gone on with, where the revision has that. */
    private void resume() throws IOException, InterruptedException {
        int failures = 0;
        while (!answered && !lastId.isEmpty() && revision == null && failures < MOST_FAILURES) {
            long first = retryMillis >= 0 ? Math.max(retryMillis, 100) : PAUSE_MILLIS;
            if (!call.pause(Math.min(first << failures, Math.max(LONGEST_PAUSE_MILLIS, first)))) {
                return;
            }
            try (Reply reply = server.send(session.get(lastId), call)) {
                if (!reply.isGood() || !reply.isStream()) {
                    refused(reply);
                    return;
                }
                follow(reply);
                failures = 0;
            } catch (IOException e) {
                failures++;
            }
        }
    }

    private void hear(Message message) throws IOException {
        if (message.method() != null) {
            logged |= message.method().equals("notifications/message");
            connection.heard(message);
            return;
        }
        Slice theirs = message.id();
        Exchange named = theirs == null ? null : connection.waiting(theirs);
        // one that has its answer may still be on its way out
        Exchange whose = named == null || named.answered ? this : named;
        Message answer = whose.equals(this) ? mended(message) : message;
        if (answer == null) {
            connection.troubled("skipped what is no message");
            return;
        }
        whose.answers(answer);
    }

    private void answers(Message answer) throws IOException {
        if (opens()) {
            session.agreed(answer);
        }
        answered = true;
        // a server that logs on the stream of the request itself has nothing left to say of it
        if (revision == null && !logged) {
            connection.hold(request, call);
        }
        connection.heard(learned(answer));
    }

    /** A listing is looked at, and loses what may not be called. */
    private Message learned(Message answer) {
        Slice result = answer.result();
        if (revision == null || result == null || !"tools/list".equals(request.method())) {
            return answer;
        }
        Slice sound = SoundTools.of(result);
        server.toolHeaders().learn(sound);
        Message other =
                sound.isSameRange(result) ? null : Message.of(Message.joined(answer.with(result, List.of(sound))));
        if (other == null) {
            return answer;
        }
        connection.troubled("left out tools that declare x-mcp-header as it may not be");
        return other;
    }

    /** A response on this request's own way is this request's, whatever id it has. */
    private @Nullable Message mended(Message response) {
        Slice theirs = response.id();
        if (theirs != null) {
            return theirs.contentEquals(id) ? response : Message.of(Message.joined(response.with(theirs, List.of(id))));
        }
        Envelope envelope = Envelope.peek(response.bytes());
        Slice error = envelope == null ? null : envelope.error();
        if (error == null) {
            return null;
        }
        ByteSink out = new ByteSink(error.length() + 64).ascii("{\"jsonrpc\":\"2.0\",\"id\":");
        return Message.of(out.raw(id).ascii(",\"error\":").raw(error).ascii("}").slice());
    }

    // --- errors

    /** Hands on what the server says, or throws what its status means; returns for another try. */
    private void refused(Reply reply) throws IOException {
        int status = reply.status();
        Slice body = errorBody(reply);
        Message message = Message.of(body);
        Message response = message == null || message.method() != null ? null : mended(message);
        boolean own = message != null && message.id() != null && response != null;
        if (forgotten(status, own, body)) {
            connection.forgotten();
            call.cancel();
        } else if (isAboutAccess(reply) || response == null || (!own && (status == 403 || status == 429))) {
            unanswered(reply);
        } else if (!listed && revision != null && codeOf(response) == HEADER_MISMATCH) {
            listed = true;
            list(revision);
        } else {
            answers(response);
        }
    }

    private static boolean isAboutAccess(Reply reply) {
        return reply.status() == 401
                || (reply.status() == 403 && !Challenge.missingScopes(reply).isEmpty());
    }

    private void unanswered(Reply reply) throws IOException {
        int status = reply.status();
        boolean maybeOld = status == 400 || status == 404 || status == 405;
        if (opens() && maybeOld && !session.isOld() && session.open(new OldStream(server, connection))) {
            server.foundOld();
            return;
        }
        String authUrl = status == 401 ? Challenge.authUrl(server, reply.headers("WWW-Authenticate")) : null;
        throw server.trouble().status(reply, server.place(), server.saysWhoCalls(), authUrl);
    }

    /** Some servers say 400 for a session that they do not know. */
    private boolean forgotten(int status, boolean own, Slice body) {
        if (opens() || revision != null || !session.hasId() || own) {
            return false;
        }
        return status == 404
                || (status == 400 && body.length() < 1000 && body.utf8().contains("ession"));
    }

    private static int codeOf(Message response) {
        Envelope envelope = Envelope.peek(response.bytes());
        Slice error = envelope == null ? null : envelope.error();
        Slice code = error == null ? null : ObjectEdit.valueIn(error, "code");
        String text = code == null || code.length() > 9 ? "" : code.utf8();
        return text.matches("-?[0-9]{1,8}") ? Integer.parseInt(text) : 0;
    }

    private static Slice errorBody(Reply reply) throws IOException {
        try {
            return reply.isStream() ? Slice.of("") : Body.of(reply, ERROR_BYTES);
        } catch (Body.TooLongException e) {
            return Slice.of("");
        }
    }
}
