package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.PendingRequests.Waiting;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageTooLarge;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.TruncatedMessageId;
import dev.plimsoll.json.Envelope;
import dev.plimsoll.json.LineTooLongException;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages between a client and a server. One thread brings the client's messages and one brings the server's. Each
 * waits when the other end does not read, so messages do not queue up here.
 */
public final class Relay {

    private static final Duration PROGRESS = Duration.ofSeconds(1);

    private final Peer client;
    private final Peer upstream;
    private final WorkerPool workerPool;
    private final Log log;
    private final RelaySession relaySession;
    private final PendingRequests pendingRequests = new PendingRequests();
    private final OpenElicitations openElicitations;
    private final ResponseSender responseSender;
    private final DeferredRequests deferredRequests;

    private volatile @Nullable RefusedException gone;

    /**
     * Creates a relay.
     *
     * @param server the name of the server in rules and messages
     */
    public Relay(Peer client, Peer upstream, CallerContexts callerContexts, String server, WorkerPool workerPool, Log log) {
        this(client, upstream, callerContexts, server, new ServerKnowledge(), workerPool, log);
    }

    /**
     * Creates a relay that uses earlier knowledge of the server.
     *
     * @param serverKnowledge the tools and tasks of the server; this relay adds to it
     */
    public Relay(
            Peer client,
            Peer upstream,
            CallerContexts callerContexts,
            String server,
            ServerKnowledge serverKnowledge,
            WorkerPool workerPool,
            Log log) {
        this.client = client;
        this.upstream = upstream;
        this.workerPool = workerPool;
        this.log = log;
        this.relaySession = new RelaySession(callerContexts, server, serverKnowledge, log, new OwnRequests(upstream, server));
        this.openElicitations = new OpenElicitations(client, workerPool, log);
        this.responseSender = new ResponseSender(openElicitations, log);
        this.deferredRequests = new DeferredRequests(workerPool);
    }

    /** Sets the tool names of the client, if they differ from those of the server. */
    public void naming(ToolNames names) {
        relaySession.naming(names);
    }

    /** Returns whether the server has closed. */
    public boolean isOver() {
        return gone != null;
    }

    /** Returns whether the server lists a read tool of its own. */
    public boolean hasReader() {
        return relaySession.tools().get(ClientFeatures.READ_TOOL) != null;
    }

    /** Answers a tool call, of this server or another, with the reason why it is refused. */
    public void refuse(String server, Message call, RefusedException why, Peer reply) {
        RequestAction.Here refusal = relaySession.refusal(server, call, why);
        workerPool.run(() -> answerHere(call, refusal, reply));
    }

    // --- messages of the client

    /**
     * Handles one message of the client.
     *
     * @throws IOException if the client has closed
     */
    public void fromClient(Slice line) throws IOException {
        fromClient(line, client);
    }

    /**
     * Handles one message of the client and sends its response to {@code reply}; notifications go to the client as usual.
     * Thread-safe.
     */
    public void fromClient(Slice line, Peer reply) throws IOException {
        if (Envelope.isBatch(line)) {
            batchFromClient(line, reply);
            return;
        }
        Message message = Message.of(line);
        if (message == null) {
            log.log(LogSeverity.WARN, "skipped input of the client that is not a message", "bytes", line.length());
            answer(reply, Message.error(null, new ErrorObject(ErrorObject.PARSE_ERROR, FailureResponses.noMessage())));
        } else {
            fromClient(message, reply);
        }
    }

    /** Answers a message of the client that was skipped because it exceeds the limit. */
    public void clientSentTooMuch(LineTooLongException skipped, int maxBytes) {
        log.log(
                LogSeverity.WARN,
                "skipped a message of the client above the limit",
                "bytes",
                skipped.length(),
                "limit",
                maxBytes);
        Slice id = TruncatedMessageId.in(skipped.head(), skipped.tail());
        RefusedException why = MessageTooLarge.lost("a message", skipped.length(), maxBytes);
        answer(client, Message.error(id, new ErrorObject(ErrorObject.INVALID_REQUEST, why)));
    }

    private void batchFromClient(Slice line, Peer answers) {
        List<Message> messages = Message.batch(line);
        if (messages.isEmpty()) {
            log.log(LogSeverity.WARN, "skipped an empty or invalid batch of the client", "bytes", line.length());
            answer(
                    answers,
                    Message.error(null, new ErrorObject(ErrorObject.INVALID_REQUEST, FailureResponses.noMessage())));
            return;
        }
        int requests = (int) messages.stream().filter(Message::isRequest).count();
        Peer reply = requests == 0 ? answers : new BatchResponse(answers, requests);
        messages.forEach(message -> fromClient(message, reply));
    }

    private void fromClient(Message message, Peer reply) {
        if (message.isRequest()) {
            RelaySession session = relaySession.pinned();
            follow(message, route(message, session), session, reply);
            return;
        }
        if (openElicitations.take(message) || openElicitations.end(message)) {
            return;
        }
        if ("notifications/cancelled".equals(message.method()) && message.params() != null) {
            Slice id = ObjectEdit.valueIn(message.params(), "requestId");
            Waiting follower = id == null ? null : deferredRequests.cancel(id);
            Waiting cancelled = id == null || follower != null ? follower : pendingRequests.remove(id);
            if (cancelled != null && cancelled.reply() instanceof BatchResponse) {
                // the batch is sent when each of its requests has a response
                answer(cancelled.reply(), FailureResponses.answer(cancelled, FailureResponses.cancelled()));
            } else if (cancelled != null) {
                cancelled.abandoned();
            }
            if (follower != null) {
                return;
            }
        }
        if (TierCheck.passes(message, relaySession)) {
            toUpstream(message.bytes());
        }
    }

    private RequestAction route(Message request, RelaySession session) {
        if (!TierCheck.isClear(request, session)) {
            return TierCheck.unclear();
        }
        MethodHandler methodHandler = MethodHandlers.of(String.valueOf(request.method()));
        if (methodHandler == null) {
            return RequestAction.THROUGH;
        }
        try {
            return methodHandler.route(request, session);
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            FailureResponses.log(log, e, "an unrestricted request passes unchanged");
            return TierCheck.orUnclear(RequestAction.THROUGH, session);
        }
    }

    private void follow(Message request, RequestAction requestAction, RelaySession session, Peer reply) {
        if (requestAction instanceof RequestAction.Onward forward) {
            send(request, forward, reply);
        } else if (requestAction instanceof RequestAction.Here local) {
            workerPool.run(() -> answerHere(request, local, reply));
        } else if (requestAction instanceof RequestAction.Ready ready) {
            workerPool.run(() -> answer(reply, responseSender.ready(Waiting.of(request, reply, ready.arrival()))));
        } else if (requestAction instanceof RequestAction.Later deferred) {
            Supplier<RequestAction> deciding = () -> decided(request, deferred, session);
            deferredRequests.decide(request, reply, deciding, decided -> follow(request, decided, session, reply));
        } else if (requestAction instanceof RequestAction.Joined coalesced) {
            ProgressNotifier progressNotifier = ProgressNotifier.of(request, client, PROGRESS);
            deferredRequests.join(
                    request, coalesced, progressNotifier, reply, action -> follow(request, action, session, reply));
        }
    }

    private RequestAction decided(Message request, RequestAction.Later deferred, RelaySession session) {
        try (var _ = ProgressNotifier.of(request, client, PROGRESS)) {
            return deferred.route().get();
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            FailureResponses.log(log, e, "an unrestricted request passes unchanged");
            return TierCheck.orUnclear(RequestAction.THROUGH, session);
        }
    }

    private void send(Message request, RequestAction.Onward forward, Peer reply) {
        Waiting pending = Waiting.of(request, reply, forward.arrival());
        RefusedException refusal = RateLimiter.ofServer(request, relaySession);
        if (refusal != null) {
            answer(reply, FailureResponses.answer(pending, refusal));
            return;
        }
        if (!pendingRequests.add(pending)) {
            RequestAction.discard(forward);
            RefusedException why = new RefusedException(
                    ErrorCode.INVALID_REQUEST,
                    pendingRequests.size() < PendingRequests.MOST
                            ? "a request with this id is pending"
                            : "more than " + PendingRequests.MOST + " requests are pending",
                    "wait for responses, then repeat the request with a new id");
            answer(reply, Message.error(pending.id(), new ErrorObject(ErrorObject.INVALID_REQUEST, why)));
            return;
        }
        Slice params = request.params();
        if (forward.params() == null || params == null) {
            toUpstream(request.bytes());
        } else {
            toUpstream(request.with(params, List.of(forward.params())));
        }
        RefusedException reason = gone;
        if (reason != null && pendingRequests.remove(pending.id()) != null) {
            answer(reply, FailureResponses.answer(pending, reason));
        }
    }

    private void toUpstream(Slice... pieces) {
        try {
            upstream.send(pieces);
        } catch (IOException e) {
            // the thread that reads from the server also detects the close and fails all pending requests
            log.log(LogSeverity.DEBUG, "the server has closed");
        }
    }

    private void answerHere(Message request, RequestAction.Here local, Peer reply) {
        Slice id = request.id();
        if (id == null) {
            return;
        }
        Slice answer;
        try (var _ = ProgressNotifier.of(request, client, PROGRESS)) {
            answer = FailureResponses.answer(id, local.answer(), log);
        }
        answer(reply, answer);
    }

    /** Sends a response, never on the thread that reads from the client: the client may not read until that thread does. */
    private void answer(Peer reply, Slice... message) {
        if (message.length == 0) {
            return;
        }
        Runnable task = () -> {
            try {
                reply.send(message);
            } catch (IOException e) {
                log.log(LogSeverity.DEBUG, "the client has closed");
            }
        };
        if (WorkerPool.isOne()) {
            task.run();
        } else {
            workerPool.run(task);
        }
    }

    // --- messages of the server

    /**
     * Handles one message of the server, or a batch.
     *
     * @throws IOException if the client has closed
     */
    public void fromUpstream(Slice line) throws IOException {
        List<Message> batch = Envelope.isBatch(line) ? Message.batch(line) : List.of();
        if (!batch.isEmpty()) {
            for (Message message : batch) {
                fromUpstream(message);
            }
            return;
        }
        Message message = Message.of(line);
        if (message == null) {
            log.log(LogSeverity.WARN, "skipped output of the server that is not a message", "bytes", line.length());
        } else {
            fromUpstream(message);
        }
    }

    /** Handles a message of the server that was skipped because it exceeds the limit. */
    public void upstreamSentTooMuch(LineTooLongException skipped, int maxBytes) throws IOException {
        log.log(
                LogSeverity.WARN,
                "skipped a message of the server above the limit",
                "bytes",
                skipped.length(),
                "limit",
                maxBytes);
        Slice id = TruncatedMessageId.in(skipped.head(), skipped.tail());
        Waiting pending = id == null ? null : pendingRequests.remove(id);
        if (pending != null) {
            RefusedException why = MessageTooLarge.lost("the server's response", skipped.length(), maxBytes);
            pending.reply().send(FailureResponses.answer(pending, why));
        }
    }

    /** Handles a parsed message that is not a batch. */
    void fromUpstream(Message message) throws IOException {
        if (!message.isResponse()) {
            pendingRequests.heard(message);
            client.send(relaySession.heard(message));
            return;
        }
        Slice id = message.id();
        if (id == null || relaySession.ownRequests().take(message)) {
            return;
        }
        Waiting pending = pendingRequests.remove(id);
        if (pending == null) {
            log.log(
                    LogSeverity.INFO,
                    "dropped a response without a pending request",
                    "bytes",
                    message.bytes().length());
            return;
        }
        responseSender.bring(message, id, pending);
    }

    /** Fails one request that the server does not answer. */
    void upstreamFailed(Slice id, RefusedException why) {
        Message error = Message.of(Message.error(id, new ErrorObject(ErrorObject.INTERNAL_ERROR, why)));
        if (error == null || relaySession.ownRequests().take(error)) {
            return;
        }
        Waiting pending = pendingRequests.remove(id);
        if (pending != null) {
            log.log(
                    LogSeverity.WARN,
                    "a request failed",
                    "server",
                    relaySession.server(),
                    "method",
                    pending.method(),
                    "code",
                    why.code(),
                    "why",
                    why.getMessage());
            answer(pending.reply(), FailureResponses.answer(pending, why));
        }
    }

    /** Logs a problem that does not end the connection to the server. */
    public void upstreamTroubled(String warning) {
        log.log(LogSeverity.WARN, warning, "server", relaySession.server());
    }

    /** Fails all pending and future requests, because the server has closed. */
    public void upstreamGone(String why) {
        upstreamGone(FailureResponses.unavailable(relaySession.server(), why));
    }

    void upstreamGone(RefusedException why) {
        gone = why;
        relaySession.ownRequests().end(why);
        openElicitations.end();
        deferredRequests.end();
        pendingRequests.all().forEach(pending -> answer(pending.reply(), FailureResponses.answer(pending, why)));
    }

    /** Fails the requests for which the server has sent nothing for the given time. */
    public void expire(Duration timeout) {
        for (Waiting pending : pendingRequests.silentSince(System.nanoTime() - timeout.toNanos())) {
            log.log(LogSeverity.WARN, "request timed out", "method", pending.method());
            RefusedException why = FailureResponses.timeout(relaySession.server(), timeout.toSeconds());
            answer(pending.reply(), FailureResponses.answer(pending, why));
            toUpstream(Message.cancelled(pending.id(), "timed out"));
        }
        deferredRequests.expire(timeout);
        relaySession.ownRequests().expire(timeout);
    }

    /** Cancels all requests of the client. */
    public void cancelAll() {
        deferredRequests.cancelAll();
        for (Waiting pending : pendingRequests.all()) {
            pending.abandoned();
            toUpstream(Message.cancelled(pending.id(), "the client closed the connection"));
        }
    }

    /** Returns whether no request is pending. */
    public boolean isIdle() {
        return pendingRequests.size() == 0 && deferredRequests.isEmpty();
    }
}
