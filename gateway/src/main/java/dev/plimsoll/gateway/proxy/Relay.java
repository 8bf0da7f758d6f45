package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.proxy.check.CircuitCheck;
import dev.plimsoll.gateway.proxy.check.RateLimiter;
import dev.plimsoll.gateway.proxy.check.TierCheck;
import dev.plimsoll.gateway.proxy.method.MethodHandlers;
import dev.plimsoll.gateway.proxy.request.CallerContexts;
import dev.plimsoll.gateway.proxy.request.FailureResponses;
import dev.plimsoll.gateway.proxy.request.MethodHandler;
import dev.plimsoll.gateway.proxy.request.OpenElicitations;
import dev.plimsoll.gateway.proxy.request.PendingRequest;
import dev.plimsoll.gateway.proxy.request.RelaySession;
import dev.plimsoll.gateway.proxy.request.RequestAction;
import dev.plimsoll.gateway.proxy.request.ServerKnowledge;
import dev.plimsoll.gateway.proxy.request.ServerRequests;
import dev.plimsoll.gateway.proxy.request.WorkerPool;
import dev.plimsoll.gateway.rpc.BatchResponse;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.MessageFault;
import dev.plimsoll.gateway.rpc.MessageTooLarge;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.rpc.TruncatedMessageId;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.LineTooLongException;
import dev.plimsoll.model.ClientFeatures;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.model.ToolNames;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes messages between a client and a server. One thread handles the client's messages, another the
 * server's. Each thread waits until the receiver has read a message, so messages do not queue up here.
 */
public final class Relay {

    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(1);

    private final Peer client;
    private final Peer upstream;
    private final WorkerPool workerPool;
    private final Log log;
    private final RelaySession relaySession;
    private final PendingRequests<PendingRequest> pendingRequests = new PendingRequests<>();
    private final OpenElicitations openElicitations;
    private final ResponseSender responseSender;
    private final DeferredRequests deferredRequests;
    private final PendingCollects collects;

    /** Creates the reason why the server has closed; null while it is open. */
    private volatile @Nullable Supplier<RefusedException> closedReason;

    private volatile boolean isClientClosed;

    /**
     * Creates a relay.
     *
     * @param server the name of the server in rules and messages
     * @param serverKnowledge known tools and tasks of the server; this relay adds to them
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
        this.relaySession =
                new RelaySession(callerContexts, server, serverKnowledge, log, new ServerRequests(upstream, server));
        this.openElicitations = new OpenElicitations(client, workerPool, log);
        this.responseSender = new ResponseSender(openElicitations, log);
        this.deferredRequests = new DeferredRequests(workerPool);
        this.collects = new PendingCollects(this::handleInner, client, responseSender, log);
    }

    /** Sets the tool names of the client, if they differ from those of the server. */
    public void setToolNames(ToolNames names) {
        relaySession.setToolNames(names);
    }

    /** Returns why the server has closed; null if it is open. */
    public @Nullable RefusedException closedReason() {
        Supplier<RefusedException> reason = closedReason;
        return reason == null ? null : reason.get();
    }

    /** Returns whether the server lists a read tool of its own. */
    public boolean hasReadTool() {
        return relaySession.tools().find(ClientFeatures.READ_TOOL) != null;
    }

    /** Sends the refusal of a tool call of this server or another. */
    public void sendRefusal(String server, Message call, RefusedException why, Peer requester) {
        RequestAction.Answer refusal = relaySession.refusal(server, call, why);
        workerPool.run(() -> answerLocally(call, refusal, requester, false));
    }

    // --- messages of the client

    /**
     * Handles a message or a batch of the client.
     *
     * @throws IOException if the client has closed
     */
    public void onClientMessages(ReceivedMessages received) throws IOException {
        onClientMessages(received, client);
    }

    /**
     * Handles a message or a batch of the client. Its response goes to {@code requester}; notifications go to the
     * client. Thread-safe.
     */
    public void onClientMessages(ReceivedMessages received, Peer requester) throws IOException {
        Message singleMessage = received.single();
        if (singleMessage != null) {
            onClientMessage(singleMessage, requester);
        } else if (received.messages().isEmpty()) {
            String warning = received.isBatch()
                    ? "skipped an empty or invalid batch of the client"
                    : "skipped input of the client that is not a message";
            log.log(LogSeverity.WARN, warning, "bytes", received.bytes());
            int code = received.isBatch() ? ErrorObject.INVALID_REQUEST : ErrorObject.PARSE_ERROR;
            respond(requester, Message.error(null, new ErrorObject(code, FailureResponses.invalidMessage())));
        } else {
            BatchResponse.handle(received.messages(), requester, this::onClientMessage, workerPool::run);
        }
    }

    /** Handles requests that Plimsoll itself makes to read further pages. */
    private void handleInner(ReceivedMessages received, Peer requester) {
        received.messages().forEach(message -> onClientMessage(message, requester));
    }

    /** Answers a message of the client that was skipped because it exceeds the limit. */
    public void onClientMessageTooLong(LineTooLongException skipped, int maxBytes) {
        logSkipped("skipped a message of the client above the limit", skipped, maxBytes);
        Slice id = TruncatedMessageId.find(skipped.head(), skipped.tail());
        RefusedException why = MessageTooLarge.skippedMessage("a message", skipped.length(), maxBytes);
        respond(client, Message.error(id, new ErrorObject(ErrorObject.INVALID_REQUEST, why)));
    }

    private void logSkipped(String warning, LineTooLongException skipped, int maxBytes) {
        log.log(LogSeverity.WARN, warning, "bytes", skipped.length(), "limit", maxBytes);
    }

    private void onClientMessage(Message message, Peer requester) {
        MessageFault fault = message.fault();
        if (fault != null) {
            log.log(LogSeverity.WARN, "skipped an invalid message of the client", "why", fault.reason());
            respond(requester, fault.isResponseExpected() ? fault.response() : null);
            return;
        }
        if (message.isRequest()) {
            RelaySession session = relaySession.forRequest(requester);
            execute(message, decide(message, session), session, requester, false);
            return;
        }
        if (openElicitations.accept(message) || openElicitations.endIfCancelledBy(message)) {
            return;
        }
        if (message.isCancellation() && !cancel(message)) {
            return;
        }
        if (TierCheck.canPass(message, relaySession)) {
            sendToServer(message);
        }
    }

    /** Cancels a request of the client. Returns whether the server has received the request and must cancel it, too. */
    private boolean cancel(Message cancellation) {
        Slice id = cancellation.cancelledId();
        if (id == null) {
            return true;
        }
        PendingRequest follower = deferredRequests.cancel(id);
        PendingRequest unsentRequest = follower == null ? collects.cancel(id) : follower;
        PendingRequest sentRequest = unsentRequest == null ? pendingRequests.remove(id) : null;
        PendingRequest request = unsentRequest == null ? sentRequest : unsentRequest;
        if (request != null) {
            request.cancel();
        }
        return sentRequest != null;
    }

    private RequestAction decide(Message request, RelaySession session) {
        if (!TierCheck.canCheck(request, session)) {
            return TierCheck.ambiguousRequestRefusal();
        }
        MethodHandler methodHandler = MethodHandlers.find(String.valueOf(request.method()));
        if (methodHandler == null) {
            return RequestAction.PASS;
        }
        try {
            return methodHandler.decide(request, session);
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            return InternalErrors.decide(request, e, session);
        }
    }

    /** @param lacksServerData whether the action was decided without data that the server did not send */
    private void execute(
            Message request,
            RequestAction requestAction,
            RelaySession session,
            Peer requester,
            boolean lacksServerData) {
        int failures = session.serverRequests().failures();
        Consumer<RequestAction> onAction = action -> execute(
                request, action, session, requester, session.serverRequests().failures() > failures);
        if (requestAction instanceof RequestAction.Forward forward) {
            send(request, forward, requester);
        } else if (requestAction instanceof RequestAction.Answer localAnswer) {
            workerPool.run(request.length(), () -> answerLocally(request, localAnswer, requester, lacksServerData));
        } else if (requestAction instanceof RequestAction.AnswerStored answerStored) {
            PendingRequest stored = PendingRequest.of(request, requester, answerStored.resultHandler());
            workerPool.run(request.length(), () -> respond(requester, responseSender.createLocalResponse(stored)));
        } else if (requestAction instanceof RequestAction.Deferred deferred) {
            Supplier<RequestAction> decision = () -> decideDeferred(request, deferred, session);
            deferredRequests.decide(request, requester, decision, onAction);
        } else if (requestAction instanceof RequestAction.Collect collect) {
            collects.start(request, CollectTask.of(collect), requester);
        } else if (requestAction instanceof RequestAction.Coalesced coalesced) {
            ProgressNotifier progressNotifier = ProgressNotifier.start(request, client, PROGRESS_INTERVAL);
            deferredRequests.waitForEqualCall(request, coalesced, progressNotifier, requester, onAction);
        }
    }

    private RequestAction decideDeferred(Message request, RequestAction.Deferred deferred, RelaySession session) {
        try (var _ = ProgressNotifier.start(request, client, PROGRESS_INTERVAL)) {
            return deferred.decision().get();
        } catch (RuntimeException | VirtualMachineError | LinkageError e) {
            return InternalErrors.decide(request, e, session);
        }
    }

    private void send(Message request, RequestAction.Forward forward, Peer requester) {
        PendingRequest pending = PendingRequest.of(request, requester, forward.resultHandler());
        RefusedException rateRefusal = RateLimiter.checkServer(request, relaySession);
        RefusedException refusal = rateRefusal == null ? CircuitCheck.findRefusal(request, relaySession) : rateRefusal;
        if (refusal != null) {
            respond(requester, FailureResponses.response(pending, refusal));
            return;
        }
        if (!pendingRequests.add(request, pending)) {
            RequestAction.discard(forward);
            RefusedException why = FailureResponses.cannotBeAdded(pendingRequests.size());
            respond(requester, Message.error(pending.id(), new ErrorObject(ErrorObject.INVALID_REQUEST, why)));
            return;
        }
        Slice params = forward.params();
        boolean canReachServer = closedReason == null;
        sendToServer(params == null || request.params() == null ? request : request.withParams(params));
        // if the server closed before the request was added, onServerClosed has not failed this request
        Supplier<RefusedException> reason = closedReason;
        if (reason != null && pendingRequests.remove(pending.id()) != null) {
            RefusedException why = reason.get();
            refuseClosed(pending, canReachServer ? FailureResponses.forSentRequest(why) : why);
        }
    }

    private void sendToServer(Message message) {
        try {
            upstream.send(message);
        } catch (IOException e) {
            // the thread that reads from the server also detects the close and fails all pending requests
            log.log(LogSeverity.DEBUG, "the server has closed");
        }
    }

    private void answerLocally(Message request, RequestAction.Answer action, Peer requester, boolean lacksServerData) {
        Slice id = request.id();
        if (id == null) {
            return;
        }
        Message response;
        try (var _ = ProgressNotifier.start(request, client, PROGRESS_INTERVAL)) {
            response = FailureResponses.response(id, action.answer(), requester, log);
        }
        if (isClientClosed && lacksServerData && FailureResponses.isRefusal(response)) {
            requester.onCancelled();
        } else {
            respond(requester, response);
        }
    }

    /** Sends a response on a worker. The thread that reads from the client must not wait for the client to read. */
    private void respond(Peer requester, @Nullable Message message) {
        if (message == null) {
            return;
        }
        Runnable task = () -> {
            try {
                requester.send(message);
            } catch (IOException e) {
                log.log(LogSeverity.DEBUG, "the client has closed");
            }
        };
        if (WorkerPool.isWorkerThread()) {
            task.run();
        } else {
            workerPool.run(task);
        }
    }

    // --- messages of the server

    /** Handles a message of the server that was skipped because it exceeds the limit. */
    public void onServerMessageTooLong(LineTooLongException skipped, int maxBytes) throws IOException {
        logSkipped("skipped a message of the server above the limit", skipped, maxBytes);
        Slice id = TruncatedMessageId.find(skipped.head(), skipped.tail());
        PendingRequest pending = id == null ? null : pendingRequests.remove(id);
        if (pending != null) {
            RefusedException why = MessageTooLarge.skippedMessage("the server's response", skipped.length(), maxBytes);
            pending.requester().send(FailureResponses.response(pending, why));
        }
    }

    /**
     * Handles one message of the server.
     *
     * @throws IOException if the client has closed
     */
    void onServerMessage(Message message) throws IOException {
        if (!message.isResponse()) {
            recordProgress(message);
            client.send(ServerNotifications.prepareForClient(message, relaySession));
            return;
        }
        CircuitCheck.onResponse(relaySession);
        Slice id = message.id();
        if (id == null || relaySession.serverRequests().accept(message)) {
            return;
        }
        PendingRequest pending = pendingRequests.remove(id);
        if (pending == null) {
            log.log(LogSeverity.INFO, "dropped a response without a pending request", "bytes", message.length());
            return;
        }
        collects.send(message, id, pending);
    }

    /** Records that pending requests make progress, or that the server requests input. */
    private void recordProgress(Message message) {
        if (ServerNotifications.isInputRequest(message)) {
            pendingRequests.values().forEach(PendingRequest::onInputRequest);
        } else {
            pendingRequests.onProgress(message);
        }
    }

    /** Answers one request with the reason why it is refused. */
    void onRequestRefused(Slice id, RefusedException why) {
        PendingRequest pending = pendingRequests.remove(id);
        if (pending != null) {
            respond(pending.requester(), FailureResponses.response(pending, why));
        }
    }

    /** Answers one request, which got no response from the server, with the reason. */
    void onRequestFailed(Slice id, RefusedException why) {
        CircuitCheck.onFailure(why, relaySession);
        Message error = Message.error(id, new ErrorObject(ErrorObject.INTERNAL_ERROR, why));
        if (relaySession.serverRequests().accept(error)) {
            return;
        }
        PendingRequest pending = pendingRequests.remove(id);
        if (pending != null) {
            FailureResponses.logFailure(relaySession, pending.method(), why);
            respond(pending.requester(), FailureResponses.response(pending, why));
        }
    }

    /** Logs a problem that does not end the connection to the server. */
    public void onServerWarning(String warning) {
        log.log(LogSeverity.WARN, warning, "server", relaySession.server());
    }

    /** Fails all pending and future requests, because the server has closed. */
    public void onServerClosed(String why) {
        onServerClosed(() -> FailureResponses.unavailable(relaySession.server(), why));
    }

    /** Receives a supplier, because most sessions end without a pending request, and exceptions are expensive. */
    void onServerClosed(Supplier<RefusedException> why) {
        closedReason = why;
        relaySession.serverRequests().close(why);
        openElicitations.endAll();
        deferredRequests.endAllWaits();
        pendingRequests
                .removeAll()
                .forEach(pending -> refuseClosed(pending, FailureResponses.forSentRequest(why.get())));
    }

    /** Records that the client has closed its input: requests that are still pending at the end get no response. */
    public void onClientClosed() {
        isClientClosed = true;
    }

    /** Refuses a request because the server has closed. Some clients fail if they get an error while they shut down. */
    private void refuseClosed(PendingRequest pending, RefusedException why) {
        if (isClientClosed) {
            log.log(LogSeverity.INFO, "a request was not answered", "why", why.getMessage());
            pending.requester().onCancelled();
        } else {
            respond(pending.requester(), FailureResponses.response(pending, why));
        }
    }

    /** Fails the requests for which the server has sent nothing for the given time. */
    public void failOverdueRequests(Duration timeout) {
        for (PendingRequest pending : pendingRequests.removeSilentSince(System.nanoTime() - timeout.toNanos())) {
            log.log(LogSeverity.WARN, "request timed out", "method", pending.method());
            RefusedException why = FailureResponses.timeout(relaySession.server(), timeout.toSeconds());
            CircuitCheck.onFailure(why, relaySession);
            respond(pending.requester(), FailureResponses.response(pending, why));
            sendToServer(Message.cancellation(pending.id(), "timed out"));
        }
        deferredRequests.endLongWaits(timeout);
        relaySession.serverRequests().failOverdue(timeout);
    }

    /** Cancels all requests of the client. */
    public void cancelAll() {
        deferredRequests.cancelAll();
        collects.cancelAll();
        for (PendingRequest pending : pendingRequests.removeAll()) {
            pending.cancel();
            sendToServer(Message.cancellation(pending.id(), "the client closed the connection"));
        }
    }

    /** Returns whether no request is pending, except requests that workers decide or answer now. */
    public boolean isIdle() {
        return pendingRequests.isEmpty() && !deferredRequests.hasFollowers() && collects.isEmpty();
    }
}
