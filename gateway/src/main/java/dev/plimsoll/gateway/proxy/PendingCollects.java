package dev.plimsoll.gateway.proxy;

import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.paging.CollectPlan;
import dev.plimsoll.gateway.paging.InnerCalls;
import dev.plimsoll.gateway.proxy.request.FailureResponses;
import dev.plimsoll.gateway.proxy.request.PendingRequest;
import dev.plimsoll.gateway.proxy.request.ToolResultHandler;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.PendingRequests;
import dev.plimsoll.gateway.rpc.RequestTarget;
import dev.plimsoll.json.JsonWriter;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Requests for whose answers further pages are being read ({@code collect}), each on its own thread. Only the thread
 * that removes a request from this object answers the request.
 */
final class PendingCollects {

    /** Maximum number of requests of one session for which pages are read at the same time. */
    private static final int MAX_RUNNING = 16;

    private static final long PROGRESS_INTERVAL_NANOS = 1_000_000_000L;

    private final PendingRequests<Collect> collectById = new PendingRequests<>(MAX_RUNNING);
    private final RequestTarget target;
    private final Peer client;
    private final ResponseSender responseSender;
    private final Log log;

    /**
     * Creates an empty set of requests for a session.
     *
     * @param target receives the calls that read pages
     * @param client receives progress notifications
     */
    PendingCollects(RequestTarget target, Peer client, ResponseSender responseSender, Log log) {
        this.target = target;
        this.client = client;
        this.responseSender = responseSender;
        this.log = log;
    }

    /**
     * A request whose pages are read.
     *
     * @param firstResponse the server's response with the first page, which is sent if an internal error
     *     prevents the reading; null for a follow-up read
     */
    private record Collect(
            PendingRequest request,
            InnerCalls calls,
            @Nullable Message firstResponse) {}

    /** Starts to read the pages that a follow-up read asks for. */
    void start(Message request, CollectTask task, Peer requester) {
        PendingRequest pending = PendingRequest.of(request, requester, task.handler());
        if (!start(pending, task, null)) {
            sendRefusal(pending, tooManyRefusal());
        }
    }

    private static RefusedException tooManyRefusal() {
        return new RefusedException(
                ErrorCode.RATE_LIMITED,
                "collect: more than " + MAX_RUNNING + " calls of this session read further pages",
                "wait for an answer, then repeat the call");
    }

    private static RefusedException internalError() {
        return new RefusedException(
                ErrorCode.INTERNAL_ERROR, "collect: internal error", "repeat the call without collect");
    }

    private void sendRefusal(PendingRequest pending, RefusedException why) {
        sendNow(pending, FailureResponses.response(pending, why));
    }

    /**
     * Sends the response to a pending request. If there are further pages to join, they are
     * read first.
     */
    void send(Message response, Slice id, PendingRequest pending) throws IOException {
        if (!startIfNeeded(response, pending)) {
            responseSender.send(response, id, pending);
        }
    }

    /**
     * Returns whether the call, and not a rule, requests further pages. Such a call must not be answered with
     * the first page alone: the client would take the first page for the whole result.
     */
    private static boolean isRequestedByCall(PendingRequest pending) {
        return pending.resultHandler() instanceof ToolResultHandler handler
                && handler.call().readArguments().collect() > 0;
    }

    /** Starts to read pages for a response if necessary. Returns false if the response must be sent now as it is. */
    private boolean startIfNeeded(Message response, PendingRequest pending) {
        Slice result = response.result();
        boolean hasCollectPlan = result != null
                && pending.resultHandler() instanceof ToolResultHandler handler
                && handler.collect() != null;
        CollectTask task = null;
        try {
            task = hasCollectPlan && result != null ? createTask(pending, result) : null;
        } catch (RuntimeException | StackOverflowError e) {
            FailureResponses.logInternalError(log, e, "no further pages are read");
            if (isRequestedByCall(pending)) {
                sendRefusal(pending, internalError());
                return true;
            }
        }
        if (task == null || start(pending, task, response)) {
            return task != null;
        }
        if (isRequestedByCall(pending)) {
            sendRefusal(pending, tooManyRefusal());
            return true;
        }
        return false;
    }

    private static @Nullable CollectTask createTask(PendingRequest pending, Slice result) {
        return pending.resultHandler() instanceof ToolResultHandler handler ? CollectTask.of(handler, result) : null;
    }

    /** Starts to read pages on a new thread. Returns false if too many requests are running. */
    private boolean start(PendingRequest request, CollectTask task, @Nullable Message firstResponse) {
        CollectPlan plan = task.handler().collect();
        InnerCalls calls = InnerCalls.bypassingCache(target, plan == null ? null : plan.meta());
        Collect collect = new Collect(request, calls, firstResponse);
        if (!collectById.add(request.id(), collect)) {
            return false;
        }
        Thread.ofVirtual().name("plimsoll-collect").start(() -> run(collect, task, plan));
        return true;
    }

    private void run(Collect collect, CollectTask task, @Nullable CollectPlan plan) {
        CollectTask.JoinedResult joinedResult = null;
        try (CollectMemory.Share memory = CollectMemory.shared()
                .openShare(task.handler().session().callerContext().holder())) {
            joinedResult =
                    task.run(collect.calls, memory, new Progress(plan == null ? null : plan.progressToken())::report);
            // pages that are read in parallel may still be pending although the reading has ended
            collect.calls.cancel("no further page is needed");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            collect.calls.cancel("collect failed");
            FailureResponses.logInternalError(log, e, "further pages could not be read");
        }
        if (!collectById.remove(collect.request.id(), collect)) {
            return;
        }
        PendingRequest request = collect.request;
        Message firstResponse = collect.firstResponse;
        if (joinedResult == null && (firstResponse == null || isRequestedByCall(request))) {
            sendRefusal(request, internalError());
            return;
        }
        try {
            if (joinedResult != null) {
                PendingRequest joinedRequest =
                        new PendingRequest(request.id(), request.method(), request.requester(), joinedResult.handler());
                responseSender.send(Message.result(request.id(), joinedResult.result()), request.id(), joinedRequest);
            } else if (firstResponse != null) {
                responseSender.send(firstResponse, request.id(), request);
            }
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the client has closed");
        }
    }

    private void sendNow(PendingRequest request, Message response) {
        try {
            request.requester().send(response);
        } catch (IOException e) {
            log.log(LogSeverity.DEBUG, "the client has closed");
        }
    }

    /** Reports how many pages were read, at most once a second. */
    private final class Progress {

        private final @Nullable Slice token;
        private long lastNanos = System.nanoTime();

        Progress(@Nullable Slice token) {
            this.token = token;
        }

        synchronized void report(int pages) {
            long nowNanos = System.nanoTime();
            Slice progressToken = token;
            if (progressToken == null || nowNanos - lastNanos < PROGRESS_INTERVAL_NANOS) {
                return;
            }
            lastNanos = nowNanos;
            JsonWriter params = new JsonWriter(96).beginObject().raw("progressToken", progressToken);
            params.number("progress", pages).string("message", pages + " pages");
            try {
                client.send(Message.notification(
                        "notifications/progress", params.endObject().slice()));
            } catch (IOException e) {
                log.log(LogSeverity.DEBUG, "the client has closed");
            }
        }
    }

    /** Cancels a request. Returns the request; null if no pages are being read for it. */
    @Nullable PendingRequest cancel(Slice id) {
        Collect collect = collectById.cancel(id);
        if (collect == null) {
            return null;
        }
        collect.calls.cancel("the call was cancelled");
        return collect.request;
    }

    /** Cancels all requests. */
    void cancelAll() {
        for (Collect collect : collectById.values()) {
            PendingRequest cancelledRequest = cancel(collect.request.id());
            if (cancelledRequest != null) {
                cancelledRequest.cancel();
            }
        }
    }

    boolean isEmpty() {
        return collectById.isEmpty();
    }
}
