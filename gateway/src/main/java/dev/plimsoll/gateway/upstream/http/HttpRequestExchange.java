package dev.plimsoll.gateway.upstream.http;

import dev.plimsoll.gateway.headers.HeaderToolFilter;
import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ProtocolMethod;
import dev.plimsoll.gateway.rpc.ReceivedMessages;
import dev.plimsoll.gateway.upstream.CallerThread;
import dev.plimsoll.gateway.upstream.http.EventReader.Event;
import dev.plimsoll.gateway.upstream.http.pool.BodyReader;
import dev.plimsoll.gateway.upstream.http.pool.CancelScope;
import dev.plimsoll.gateway.upstream.http.pool.OutgoingRequest;
import dev.plimsoll.gateway.upstream.http.pool.UpstreamResponse;
import dev.plimsoll.json.Slice;
import dev.plimsoll.json.frame.MemoryReservation;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends one MCP request over HTTP, and passes on its response, or the error if it fails. */
final class HttpRequestExchange implements Runnable {

    private static final int MAX_ERROR_BYTES = 1 << 20;
    private static final int MAX_RESUME_FAILURES = 5;
    private static final long FIRST_PAUSE_MILLIS = 1_000;
    private static final long MAX_PAUSE_MILLIS = 60_000;

    private final HttpUpstream server;
    private final HttpConnection httpConnection;
    private final HttpSession httpSession;
    private final Message request;
    private final Slice id;
    private final @Nullable String revision;
    private final CancelScope cancelScope = new CancelScope();
    private volatile boolean isAnswered;
    private boolean hasListedTools;
    private boolean hasLogged;
    private String lastEventId = "";
    private long retryMillis = -1;

    /**
     * @param revision the revision that a modern request states; null for a legacy request, which has the
     *     revision of its session
     */
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

    /** Cancels the request if it is one that never ends by itself, such as a subscription. */
    void cancelIfEndless() {
        if (ProtocolMethod.isLongLived(request.method())) {
            cancelScope.cancel();
        }
    }

    private boolean isInitialize() {
        return revision == null && "initialize".equals(request.method());
    }

    private boolean isOpeningRequest() {
        return ProtocolMethod.isOpening(request.method());
    }

    @Override
    public void run() {
        runStep(this::exchange);
    }

    /** A step of the exchange: to send the request, or to read the response. */
    private interface Step {

        /** Runs the step. Returns false if another thread continues the request. */
        boolean run() throws IOException, InterruptedException;
    }

    private void runStep(Step step) {
        boolean isOver = true;
        RefusedException why = null;
        try {
            isOver = step.run();
            why = !isOver || isAnswered ? null : server.errorMapper().unavailable("gave no answer");
        } catch (RefusedException e) {
            why = e;
        } catch (IOException e) {
            why = server.errorMapper().fromException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = server.errorMapper().unavailable("gave no answer");
        } catch (OutOfMemoryError e) {
            isAnswered = false; // a response may be on its way: a client that already has it ignores the error
            why = server.errorMapper().outOfMemory();
        } catch (RuntimeException | StackOverflowError e) {
            httpConnection.warn("internal error: " + e.getClass().getName());
            why = new RefusedException(
                    ErrorCode.INTERNAL_ERROR,
                    "the request could not be processed",
                    "repeat the request if it changes nothing");
        } finally {
            if (why != null && !isAnswered && !cancelScope.isCancelled()) {
                httpConnection.reportFailure(id, why);
            }
            if (isOver) {
                httpConnection.onFinished(this, id, cancelScope);
            }
        }
    }

    /** Sends the request and handles its response. Returns false if another thread continues the request. */
    private boolean exchange() throws IOException, InterruptedException {
        if (isInitialize() && server.isLegacySse()) {
            var _ = httpSession.openLegacyStream(new LegacySseStream(server, httpConnection));
        }
        if (revision != null
                && "tools/call".equals(request.method())
                && !server.toolHeaders().hasRequestedToolList()) {
            fetchToolList(revision);
        }
        UpstreamResponse upstreamResponse = httpConnection.send(createHttpRequest(), cancelScope);
        if (upstreamResponse.isSuccess()) {
            return handleUpstreamResponse(upstreamResponse);
        }
        boolean _ = readUpstreamResponse(upstreamResponse);
        // if the error was handled by fetching the tool list or by finding the legacy transport, the request
        // is sent again
        return isAnswered || handleUpstreamResponse(httpConnection.send(createHttpRequest(), cancelScope));
    }

    /** Reads the response, here or on another thread. Returns false if another thread reads it. */
    private boolean handleUpstreamResponse(UpstreamResponse upstreamResponse) throws IOException, InterruptedException {
        if (upstreamResponse.isSuccess() && upstreamResponse.isEventStream() && CallerThread.isUsed()) {
            // another thread reads the stream: it may have input requests that the client must answer before
            // the response, or stay open after it
            Thread.startVirtualThread(() -> runStep(() -> readUpstreamResponse(upstreamResponse)));
            return false;
        }
        return readUpstreamResponse(upstreamResponse);
    }

    /** Reads the response on this thread. Always returns true, as a {@link Step} that no other thread continues. */
    private boolean readUpstreamResponse(UpstreamResponse upstreamResponse) throws IOException, InterruptedException {
        MemoryReservation memoryReservation = server.messageMemory().openReservation();
        try (upstreamResponse) {
            if (upstreamResponse.isSuccess()) {
                readResponse(upstreamResponse, memoryReservation);
            } else {
                handleErrorResponse(upstreamResponse);
            }
        } finally {
            memoryReservation.release();
        }
        return true;
    }

    private OutgoingRequest createHttpRequest() {
        Duration timeout = isOpeningRequest() ? server.serverConfig().timeouts().start() : Duration.ZERO;
        OutgoingRequest post = revision == null
                ? httpSession.createPost(request.bytes())
                : OutgoingRequest.post(server.url(), request.bytes())
                        .addHeaders(ModernHeaders.headers(request, revision, server.toolHeaders()));
        return post.addHeaders(TraceHeaders.of(request)).setTimeout(timeout);
    }

    private void fetchToolList(String statedRevision) throws IOException {
        new ToolListFetcher(server, httpConnection, cancelScope, statedRevision, request).fetch();
    }

    // --- responses

    private void readResponse(UpstreamResponse upstreamResponse, MemoryReservation memoryReservation)
            throws IOException, InterruptedException {
        if (httpSession.isLegacySse() && revision == null) {
            isAnswered = true; // the response arrives on the legacy stream
            return;
        }
        if (isInitialize()) {
            httpSession.start(upstreamResponse.header(McpHeaders.SESSION));
        }
        if (!upstreamResponse.isEventStream()) {
            Slice body = BodyReader.read(upstreamResponse, server.maxMessageBytes(), memoryReservation);
            if (body.isEmpty()) {
                throw server.errorMapper()
                        .unavailable(
                                "accepted the request but gave no answer (status " + upstreamResponse.status() + ")");
            }
            handleBody(body, upstreamResponse);
            return;
        }
        try {
            readEvents(upstreamResponse, memoryReservation);
        } catch (IOException e) {
            if (!isAnswered && (lastEventId.isEmpty() || revision != null || cancelScope.isCancelled())) {
                throw e;
            }
        }
        resumeStream(memoryReservation);
    }

    private void handleBody(Slice body, UpstreamResponse upstreamResponse) throws IOException {
        ReceivedMessages received = ReceivedMessages.parse(body);
        if (received.messages().isEmpty() && !received.isBatch()) {
            String type = upstreamResponse.mediaType();
            String problem = type.equals("application/json") || !type.matches("[a-z0-9.+/-]{1,60}")
                    ? "answers with a body that is not a message"
                    : "answers with " + type + ", not with a message";
            throw server.errorMapper().unavailable(problem);
        }
        for (Message message : received.messages()) {
            handleMessage(message);
        }
    }

    /** Handles the messages of an event. An event that is not a message is skipped, because valid events may follow. */
    private void handleEvent(Slice data) throws IOException {
        for (Message message : httpConnection.parse(data).messages()) {
            handleMessage(message);
        }
    }

    private void readEvents(UpstreamResponse upstreamResponse, MemoryReservation memoryReservation) throws IOException {
        EventReader events = new EventReader(upstreamResponse.body(), server.maxMessageBytes(), memoryReservation);
        try {
            Event event = httpConnection.nextEvent(events);
            while (event != null) {
                if (event.type().equals("message")) {
                    handleEvent(event.data());
                }
                if (isAnswered) {
                    httpConnection.addOpenStream(cancelScope);
                }
                event = httpConnection.nextEvent(events);
            }
            upstreamResponse.finishBody();
        } finally {
            lastEventId = events.lastEventId().isEmpty() ? lastEventId : events.lastEventId();
            retryMillis = events.retryMillis() < 0 ? retryMillis : events.retryMillis();
        }
    }

    /** Resumes the event stream if it has ended before the response. Only legacy revisions allow this. */
    private void resumeStream(MemoryReservation memoryReservation) throws IOException, InterruptedException {
        int failures = 0;
        while (!isAnswered && !lastEventId.isEmpty() && revision == null && failures < MAX_RESUME_FAILURES) {
            long firstPause = retryMillis >= 0 ? Math.max(retryMillis, 100) : FIRST_PAUSE_MILLIS;
            if (!cancelScope.pause(Math.min(firstPause << failures, Math.max(MAX_PAUSE_MILLIS, firstPause)))) {
                return;
            }
            try (UpstreamResponse upstreamResponse =
                    httpConnection.send(httpSession.createGet(lastEventId), cancelScope)) {
                if (!upstreamResponse.isSuccess() || !upstreamResponse.isEventStream()) {
                    handleErrorResponse(upstreamResponse);
                    return;
                }
                readEvents(upstreamResponse, memoryReservation);
                failures = 0;
            } catch (IOException e) {
                failures++;
            }
        }
    }

    private void handleMessage(Message message) throws IOException {
        if (message.method() != null) {
            hasLogged |= message.method().equals("notifications/message");
            // a copy, because the id may be a range of the whole request
            httpConnection.forward(message.withRelatedRequest(Slice.of(id.toByteArray())));
            return;
        }
        Slice responseId = message.id();
        HttpRequestExchange addressee = responseId == null ? null : httpConnection.findOpenRequest(responseId);
        // a request that already has its response may still be registered
        HttpRequestExchange exchange = addressee == null || addressee.isAnswered ? this : addressee;
        Message response = exchange.equals(this) ? withOwnId(message) : message;
        if (response == null) {
            httpConnection.warn("skipped a response that is invalid, or to another request");
            httpConnection.onMisdirectedResponse();
            return;
        }
        exchange.complete(response);
    }

    private void complete(Message response) throws IOException {
        if (isInitialize()) {
            httpSession.readRevision(response);
        }
        isAnswered = true;
        // a server that sends log messages on the stream of the request has already sent all of them
        if (revision == null && !hasLogged) {
            httpConnection.holdResponse(request, cancelScope);
        }
        httpConnection.forward(withCallableTools(response));
    }

    /**
     * If the response is a tool list, records its header declarations, and removes the tools that must not be
     * called.
     */
    private Message withCallableTools(Message response) {
        Slice result = response.result();
        if (revision == null || result == null || !"tools/list".equals(request.method())) {
            return response;
        }
        Slice callableTools = HeaderToolFilter.filter(result);
        server.toolHeaders().addDeclarations(callableTools);
        if (callableTools.isSameRange(result)) {
            return response;
        }
        httpConnection.warn("removed tools with an invalid x-mcp-header declaration");
        return response.withResult(callableTools);
    }

    /**
     * Returns the response with exactly the ID of this request, because some servers return a number as a
     * string. Returns null if it is the response to another request, or if it is not valid. An error without
     * an ID belongs to this request.
     */
    private @Nullable Message withOwnId(Message response) {
        Slice responseId = response.id();
        if (responseId != null) {
            boolean isSame = withoutQuotes(responseId).contentEquals(withoutQuotes(id));
            return !isSame ? null : responseId.contentEquals(id) ? response : response.withId(id);
        }
        Slice error = response.error();
        return error == null ? null : Message.error(id, error);
    }

    private static Slice withoutQuotes(Slice jsonId) {
        boolean isText = jsonId.length() >= 2 && jsonId.at(0) == '"';
        return isText ? jsonId.sub(1, jsonId.length() - 1) : jsonId;
    }

    // --- errors

    /**
     * Handles a response with an error status: passes on the server's error response, or throws the error for
     * the status. If it does neither, the request must be sent again.
     */
    private void handleErrorResponse(UpstreamResponse upstreamResponse) throws IOException {
        int status = upstreamResponse.status();
        Slice body = readErrorBody(upstreamResponse);
        Message message = Message.parse(body);
        Message response = message == null || message.method() != null ? null : withOwnId(message);
        boolean hasOwnId = message != null && message.id() != null && response != null;
        if (isSessionLost(status, hasOwnId, body)) {
            httpConnection.onSessionLost();
            cancelScope.cancel();
        } else if (isAboutAccess(upstreamResponse)
                || response == null
                || (!hasOwnId && (status == 403 || status == 429))
                || (isOpeningRequest() && status == 429)) {
            handleMissingResponse(upstreamResponse);
        } else if (!hasListedTools && revision != null && ErrorObject.codeOf(response) == ErrorObject.HEADER_MISMATCH) {
            hasListedTools = true;
            fetchToolList(revision);
        } else {
            complete(response);
        }
    }

    /** Returns whether the status says that credentials or scopes are missing. */
    private static boolean isAboutAccess(UpstreamResponse upstreamResponse) {
        return upstreamResponse.status() == 401
                || (upstreamResponse.status() == 403
                        && !Challenge.findMissingScopes(upstreamResponse).isEmpty());
    }

    /** Tries the legacy transport if the status suggests it; else throws the error for the status. */
    private void handleMissingResponse(UpstreamResponse upstreamResponse) throws IOException {
        int status = upstreamResponse.status();
        boolean canBeLegacySse = status == 400 || status == 404 || status == 405;
        if (isInitialize()
                && canBeLegacySse
                && !httpSession.isLegacySse()
                && httpSession.openLegacyStream(new LegacySseStream(server, httpConnection))) {
            server.setLegacySse();
            return;
        }
        String authUrl = status == 401
                ? Challenge.findAuthUrl(server, httpConnection, upstreamResponse.headers("WWW-Authenticate"))
                : null;
        throw server.errorMapper().fromStatus(upstreamResponse, server.url(), server.hasAuthorization(), authUrl);
    }

    /**
     * Returns whether the server no longer knows the session. Some servers report this with status 400 and a
     * text about the session.
     */
    private boolean isSessionLost(int status, boolean hasOwnId, Slice body) {
        if (isInitialize() || revision != null || !httpSession.hasId() || hasOwnId) {
            return false;
        }
        return status == 404
                || (status == 400 && body.length() < 1000 && body.utf8().contains("ession"));
    }

    private static Slice readErrorBody(UpstreamResponse upstreamResponse) throws IOException {
        try {
            return upstreamResponse.isEventStream() ? Slice.of("") : BodyReader.read(upstreamResponse, MAX_ERROR_BYTES);
        } catch (BodyReader.TooLongException e) {
            return Slice.of("");
        }
    }
}
