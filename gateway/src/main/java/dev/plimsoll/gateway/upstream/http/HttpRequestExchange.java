package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.mirror.HeaderToolFilter;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.upstream.CallerThread;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.json.ByteSink;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request over HTTP, until it has its response or has failed. */
final class HttpRequestExchange implements Runnable {

    private static final int HEADER_MISMATCH = -32020;
    private static final int ERROR_BYTES = 1 << 20;
    private static final int MOST_FAILURES = 5;
    private static final long PAUSE_MILLIS = 1_000;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    private final HttpUpstream server;
    private final HttpConnection httpConnection;
    private final HttpSession httpSession;
    private final Message request;
    private final Slice id;
    private final @Nullable String revision;
    private final CancelScope cancelScope = new CancelScope();
    private volatile boolean answered;
    private boolean listed;
    private boolean logged;
    private String lastId = "";
    private long retryMillis = -1;

    /** @param revision revision that the request states itself, as of 2026-07-28; null for that of the session */
    HttpRequestExchange(
            HttpUpstream server,
            HttpConnection httpConnection,
            HttpSession httpSession,
            Message request,
            Slice id,
            @Nullable String revision) {
        this.server = server;
        this.httpConnection = httpConnection;
        this.httpSession = httpSession;
        this.request = request;
        this.id = id;
        this.revision = revision;
    }

    boolean isModern() {
        return revision != null;
    }

    void cancel() {
        cancelScope.cancel();
    }

    /** Cancels a subscription, which never ends by itself, when the client disconnects. */
    void leave() {
        if ("subscriptions/listen".equals(request.method())) {
            cancelScope.cancel();
        }
    }

    private boolean opens() {
        return revision == null && "initialize".equals(request.method());
    }

    @Override
    public void run() {
        settle(this::talk);
    }

    /** One step toward the response. */
    private interface Leg {

        /** Returns false if another thread continues the request. */
        boolean isOver() throws IOException, InterruptedException;
    }

    private void settle(Leg step) {
        boolean isOver = true;
        RefusedException why = null;
        try {
            isOver = step.isOver();
            why = !isOver || answered ? null : server.trouble().unavailable("gave no answer");
        } catch (RefusedException e) {
            why = e;
        } catch (IOException e) {
            why = server.trouble().of(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = server.trouble().unavailable("gave no answer");
        } catch (OutOfMemoryError e) {
            answered = false; // a response may be on its way: a client that already has it ignores the error
            why = server.trouble().noMemory();
        } catch (RuntimeException | StackOverflowError e) {
            httpConnection.troubled("internal error: " + e.getClass().getName());
            why = new RefusedException(ErrorCode.INTERNAL_ERROR, "this could not be answered", "repeat the request");
        } finally {
            if (why != null && !answered && !cancelScope.isCancelled()) {
                httpConnection.failed(id, why);
            }
            if (isOver) {
                httpConnection.over(this, id, cancelScope);
            }
        }
    }

    private boolean talk() throws IOException, InterruptedException {
        if (opens() && server.isOld()) {
            var _ = httpSession.open(new LegacySseStream(server, httpConnection));
        }
        if (revision != null
                && "tools/call".equals(request.method())
                && !server.toolHeaders().isListed()) {
            list(revision);
        }
        HttpReply httpReply = server.send(outgoing(), cancelScope);
        if (httpReply.isGood()) {
            return took(httpReply);
        }
        boolean _ = taken(httpReply);
        // the tool list was fetched or the legacy transport was found: send the request again
        return answered || took(server.send(outgoing(), cancelScope));
    }

    private boolean took(HttpReply httpReply) throws IOException, InterruptedException {
        if (httpReply.isGood() && httpReply.isStream() && CallerThread.isUsed()) {
            // it may carry input requests that the client answers first, or stay silent long after the response
            Thread.startVirtualThread(() -> settle(() -> taken(httpReply)));
            return false;
        }
        return taken(httpReply);
    }

    private boolean taken(HttpReply httpReply) throws IOException, InterruptedException {
        try (httpReply) {
            if (httpReply.isGood()) {
                take(httpReply);
            } else {
                refused(httpReply);
            }
        }
        return true;
    }

    private OutgoingRequest outgoing() {
        boolean first = opens() || "server/discover".equals(request.method());
        Duration timeout = first ? server.server().timeouts().start() : Duration.ZERO;
        OutgoingRequest post = revision == null
                ? httpSession.post(request.bytes())
                : OutgoingRequest.post(server.place(), request.bytes())
                        .with(ModernHeaders.headers(request, revision, server.toolHeaders()));
        return post.with(TraceHeaders.of(request)).within(timeout);
    }

    private void list(String statedRevision) throws IOException {
        new ToolListFetcher(server, cancelScope, statedRevision, request).learn();
    }

    // --- responses

    private void take(HttpReply httpReply) throws IOException, InterruptedException {
        if (httpSession.isOld() && revision == null) {
            answered = true; // the response arrives on the legacy stream
            return;
        }
        if (opens()) {
            httpSession.begins(httpReply.header("Mcp-Session-Id"));
        }
        if (!httpReply.isStream()) {
            Slice body = BodyReader.of(httpReply, server.maxMessageBytes());
            if (body.isEmpty()) {
                throw server.trouble()
                        .unavailable("accepted the request but gave no answer (status " + httpReply.status() + ")");
            }
            document(body, httpReply);
            return;
        }
        try {
            follow(httpReply);
        } catch (IOException e) {
            if (!answered && (lastId.isEmpty() || revision != null || cancelScope.isCancelled())) {
                throw e;
            }
        }
        resume();
    }

    private void document(Slice body, HttpReply httpReply) throws IOException {
        if (Envelope.isBatch(body)) {
            for (Message message : Message.batch(body)) {
                hear(message);
            }
            return;
        }
        Message message = Message.of(body);
        if (message == null) {
            String type = httpReply.type();
            String what = type.equals("application/json") || !type.matches("[a-z0-9.+/-]{1,60}")
                    ? "answers with a body that is not a message"
                    : "answers with " + type + ", not with a message";
            throw server.trouble().unavailable(what);
        }
        hear(message);
    }

    /** Passes on an event. An invalid one is skipped, because others may follow. */
    private void event(Slice data) throws IOException {
        List<Message> batch = Envelope.isBatch(data) ? Message.batch(data) : List.of();
        Message message = batch.isEmpty() ? Message.of(data) : null;
        if (message == null && batch.isEmpty()) {
            httpConnection.troubled("skipped an invalid message of " + data.length() + " bytes");
            return;
        }
        for (Message each : message == null ? batch : List.of(message)) {
            hear(each);
        }
    }

    private void follow(HttpReply httpReply) throws IOException {
        EventReader events = new EventReader(httpReply.body(), server.maxMessageBytes());
        try {
            Event event = httpConnection.next(events);
            while (event != null) {
                if (event.type().equals("message")) {
                    event(event.data());
                }
                if (answered) {
                    httpConnection.lingers(cancelScope);
                }
                event = httpConnection.next(events);
            }
            httpReply.read();
        } finally {
            lastId = events.lastId().isEmpty() ? lastId : events.lastId();
            retryMillis = events.retryMillis() < 0 ? retryMillis : events.retryMillis();
        }
    }

    /** Resumes a stream that ended early, if the revision allows it. */
    private void resume() throws IOException, InterruptedException {
        int failures = 0;
        while (!answered && !lastId.isEmpty() && revision == null && failures < MOST_FAILURES) {
            long first = retryMillis >= 0 ? Math.max(retryMillis, 100) : PAUSE_MILLIS;
            if (!cancelScope.pause(Math.min(first << failures, Math.max(LONGEST_PAUSE_MILLIS, first)))) {
                return;
            }
            try (HttpReply httpReply = server.send(httpSession.get(lastId), cancelScope)) {
                if (!httpReply.isGood() || !httpReply.isStream()) {
                    refused(httpReply);
                    return;
                }
                follow(httpReply);
                failures = 0;
            } catch (IOException e) {
                failures++;
            }
        }
    }

    private void hear(Message message) throws IOException {
        if (message.method() != null) {
            logged |= message.method().equals("notifications/message");
            httpConnection.heard(message);
            return;
        }
        Slice responseId = message.id();
        HttpRequestExchange addressee = responseId == null ? null : httpConnection.waiting(responseId);
        // an answered request may still be registered
        HttpRequestExchange exchange = addressee == null || addressee.answered ? this : addressee;
        Message answer = exchange.equals(this) ? mended(message) : message;
        if (answer == null) {
            httpConnection.troubled("skipped an invalid response");
            return;
        }
        exchange.answers(answer);
    }

    private void answers(Message answer) throws IOException {
        if (opens()) {
            httpSession.agreed(answer);
        }
        answered = true;
        // a server that logs on the request's own stream has sent all its log messages by now
        if (revision == null && !logged) {
            httpConnection.hold(request, cancelScope);
        }
        httpConnection.heard(learned(answer));
    }

    /** Learns from a tool list, and removes the tools that must not be called. */
    private Message learned(Message answer) {
        Slice result = answer.result();
        if (revision == null || result == null || !"tools/list".equals(request.method())) {
            return answer;
        }
        Slice callable = HeaderToolFilter.of(result);
        server.toolHeaders().learn(callable);
        Message other =
                callable.isSameRange(result) ? null : Message.of(Message.joined(answer.with(result, List.of(callable))));
        if (other == null) {
            return answer;
        }
        httpConnection.troubled("removed tools with an invalid x-mcp-header declaration");
        return other;
    }

    /**
     * Returns a response with this request's id, as it arrived on the request's own stream; null if it is not valid.
     */
    private @Nullable Message mended(Message response) {
        Slice responseId = response.id();
        if (responseId != null) {
            return responseId.contentEquals(id) ? response : Message.of(Message.joined(response.with(responseId, List.of(id))));
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

    /** Passes on the server's error response, or throws the error for its status. Returns to retry the request. */
    private void refused(HttpReply httpReply) throws IOException {
        int status = httpReply.status();
        Slice body = errorBody(httpReply);
        Message message = Message.of(body);
        Message response = message == null || message.method() != null ? null : mended(message);
        boolean own = message != null && message.id() != null && response != null;
        if (forgotten(status, own, body)) {
            httpConnection.forgotten();
            cancelScope.cancel();
        } else if (isAboutAccess(httpReply) || response == null || (!own && (status == 403 || status == 429))) {
            unanswered(httpReply);
        } else if (!listed && revision != null && codeOf(response) == HEADER_MISMATCH) {
            listed = true;
            list(revision);
        } else {
            answers(response);
        }
    }

    private static boolean isAboutAccess(HttpReply httpReply) {
        return httpReply.status() == 401
                || (httpReply.status() == 403
                        && !Challenge.missingScopes(httpReply).isEmpty());
    }

    private void unanswered(HttpReply httpReply) throws IOException {
        int status = httpReply.status();
        boolean mayBeLegacySse = status == 400 || status == 404 || status == 405;
        if (opens()
                && mayBeLegacySse
                && !httpSession.isOld()
                && httpSession.open(new LegacySseStream(server, httpConnection))) {
            server.foundOld();
            return;
        }
        String authUrl = status == 401 ? Challenge.authUrl(server, httpReply.headers("WWW-Authenticate")) : null;
        throw server.trouble().status(httpReply, server.place(), server.saysWhoCalls(), authUrl);
    }

    /** Returns whether the server no longer knows the session. Some servers report that with status 400. */
    private boolean forgotten(int status, boolean own, Slice body) {
        if (opens() || revision != null || !httpSession.hasId() || own) {
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

    private static Slice errorBody(HttpReply httpReply) throws IOException {
        try {
            return httpReply.isStream() ? Slice.of("") : BodyReader.of(httpReply, ERROR_BYTES);
        } catch (BodyReader.TooLongException e) {
            return Slice.of("");
        }
    }
}
