package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.http.check.RequestLimiter;
import dev.plimsoll.gateway.http.exchange.AcceptedTypes;
import dev.plimsoll.gateway.http.exchange.DeferredResponse;
import dev.plimsoll.gateway.http.exchange.EventWriter;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.http.exchange.ResponseDelivery;
import dev.plimsoll.gateway.http.exchange.SseStream;
import dev.plimsoll.gateway.http.exchange.SseStream.Event;
import dev.plimsoll.gateway.http.exchange.UrlBudget;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Serves the transport HTTP+SSE of revision 2024-11-05. A {@code GET} opens a session and an event stream. Its first event
 * names the URL for the {@code POST} requests of the client. All messages to the client go through the stream, and the
 * session ends with it.
 */
public final class LegacySseHandler {

    private static final String SESSION_PARAMETER = "sessionId=";
    private static final String METHODS = "GET, POST, OPTIONS";

    private final Endpoint endpoint;
    private final HttpLimits httpLimits;
    private final SessionRegistry sessionRegistry;
    private final RequestLimiter requestLimiter;
    private final StartFailure startFailure;

    LegacySseHandler(
            Endpoint endpoint,
            HttpLimits httpLimits,
            SessionRegistry sessionRegistry,
            RequestLimiter requestLimiter,
            StartFailure startFailure) {
        this.endpoint = endpoint;
        this.httpLimits = httpLimits;
        this.sessionRegistry = sessionRegistry;
        this.requestLimiter = requestLimiter;
        this.startFailure = startFailure;
    }

    /**
     * Answers a call, or returns the deferred response that finishes it; null if the call is answered.
     *
     * @param publicPath the path of the call as clients see it, which has a prefix behind some proxies
     */
    public @Nullable DeferredResponse handle(HttpCall call, AuthenticatedCaller authenticatedCaller, String publicPath)
            throws IOException, HttpErrorException, InterruptedException {
        switch (call.method()) {
            case "GET" -> get(call, authenticatedCaller, publicPath);
            case "POST" -> {
                return post(call, authenticatedCaller);
            }
            default ->
                throw HttpErrorException.invalidRequest(405, "this method is not served here", "GET or POST")
                        .withHeader("Allow", METHODS);
        }
        return null;
    }

    // --- GET

    private void get(HttpCall call, AuthenticatedCaller authenticatedCaller, String publicPath)
            throws IOException, HttpErrorException, InterruptedException {
        if (!AcceptedTypes.of(call.header("Accept")).events()) {
            throw HttpErrorException.invalidRequest(406, "GET returns an event stream", "Accept: text/event-stream");
        }
        ClientSession clientSession;
        try {
            clientSession = sessionRegistry.openUnconnected(authenticatedCaller);
        } catch (BusyException e) {
            throw HttpErrorException.busy(e);
        }
        try {
            deliver(call, clientSession, publicPath + "?" + postQuery(call.query(), clientSession.id()));
        } finally {
            clientSession.endUse();
            sessionRegistry.end(clientSession, "its client closed the stream");
        }
    }

    /** Returns the query of the URL for {@code POST} requests: that of the stream, such as a budget, and the session. */
    private static String postQuery(@Nullable String streamQuery, String id) {
        String session = SESSION_PARAMETER + id;
        return streamQuery == null || streamQuery.isEmpty() ? session : streamQuery + "&" + session;
    }

    private void deliver(HttpCall call, ClientSession clientSession, String postUrl)
            throws IOException, InterruptedException {
        SseStream stream = clientSession.generalStream();
        long deadlineNanos = System.nanoTime() + endpoint.startTimeout().toNanos();
        Runnable endIfOverdue = () -> {
            if (!clientSession.isInitialized() && System.nanoTime() - deadlineNanos > 0) {
                sessionRegistry.end(clientSession, "it was not initialized in time");
            }
        };
        EventWriter writer = call.beginEvents();
        long lastNumber = stream.attach(this);
        writer.writeEvent("endpoint", List.of(Slice.of(postUrl)));
        while (!stream.isFinished(this, lastNumber)) {
            Event event = stream.next(this, lastNumber, httpLimits.keepAlive().toMillis(), endIfOverdue);
            if (event != null) {
                writer.writeEvent("message", event.message().segments());
                lastNumber = event.number();
            } else if (!stream.isFinished(this, lastNumber)) {
                writer.writeComment();
            }
        }
        writer.end();
    }

    // --- POST

    private @Nullable DeferredResponse post(HttpCall call, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException {
        call.requireJson();
        PostedBody postedBody = HeaderTrace.addTo(
                UrlBudget.addTo(PostedBody.of(call.readBody(httpLimits.maxMessageBytes())), call.query()), call);
        ClientSession clientSession = sessionRegistry.beginUse(sessionId(call.query()), authenticatedCaller);
        DeferredResponse deferredResponse = null;
        try {
            deferredResponse = postInSession(call, postedBody, clientSession, authenticatedCaller);
            return deferredResponse;
        } finally {
            if (deferredResponse == null) {
                clientSession.endUse();
            }
        }
    }

    private static String sessionId(@Nullable String query) throws HttpErrorException {
        for (String pair : Objects.requireNonNullElse(query, "").split("&", -1)) {
            if (pair.startsWith(SESSION_PARAMETER)) {
                return pair.substring(SESSION_PARAMETER.length());
            }
        }
        throw HttpErrorException.invalidRequest(
                400,
                "the URL has no sessionId",
                "open the event stream with GET, then POST to the URL of its first event");
    }

    private @Nullable DeferredResponse postInSession(
            HttpCall call, PostedBody postedBody, ClientSession clientSession, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException {
        if (ModernRequestCheck.isModern(call.header(McpHeaders.REVISION), postedBody)) {
            refuseRevision(postedBody.first(), clientSession);
            call.sendEmpty(202);
            return null;
        }
        if (postedBody.isBatch()
                && clientSession.isInitialized()
                && !clientSession.revision().hasBatches()) {
            throw HttpErrorException.invalidRequest(
                    400, "the revision of this session does not support batches", "one message at a time");
        }
        int requests = postedBody.pendingRequestCount();
        requestLimiter.begin(authenticatedCaller, requests, postedBody.first().id());
        StreamRequester requester = new StreamRequester(
                clientSession,
                postedBody.isInitializeRequest(),
                () -> requestLimiter.end(authenticatedCaller, requests));
        boolean isAccepted = false;
        try {
            EndpointSession endpointSession = findEndpointSession(postedBody, clientSession, requester);
            isAccepted = postedBody.hasRequests();
            if (endpointSession == null || !isAccepted) {
                if (endpointSession != null) {
                    endpointSession.handle(postedBody.received(), response -> {});
                }
                call.sendEmpty(202);
                return null;
            }
            return acceptAndHandle(call, postedBody, endpointSession, requester, clientSession::endUse);
        } finally {
            if (!isAccepted) {
                requester.onCancelled();
            }
        }
    }

    /**
     * Refuses a request of a revision without sessions, through the stream: a client that tries this revision first would
     * take an error status for the end of the connection.
     */
    private static void refuseRevision(Message request, ClientSession clientSession) {
        String requested = Objects.requireNonNullElse(RequestMeta.revision(request), Revision.MODERN.text());
        String[] supported = Revision.legacyNames().toArray(String[]::new);
        Message refusal = Message.parse(HttpErrorException.unsupportedRevision(request.id(), requested, supported)
                .body());
        if (request.isRequest() && refusal != null) {
            clientSession.generalStream().sendResponse(refusal);
        }
    }

    /**
     * Returns the connection to the endpoint. Opens it for {@code initialize}.
     *
     * @return null if the server cannot be started; the client has the error then
     */
    private @Nullable EndpointSession findEndpointSession(
            PostedBody postedBody, ClientSession clientSession, StreamRequester requester)
            throws IOException, HttpErrorException {
        if (!postedBody.isInitializeRequest()) {
            EndpointSession endpointSession = clientSession.findEndpointSession();
            if (endpointSession == null) {
                throw HttpErrorException.invalidRequest(400, "the session is not initialized", "begin with initialize");
            }
            return endpointSession;
        }
        if (!clientSession.beginConnecting()) {
            throw HttpErrorException.invalidRequest(
                    400, "the session is already initialized", "initialize on a new event stream");
        }
        try {
            sessionRegistry.connect(clientSession, McpHandler.declaredAbilities(postedBody.first()));
            return clientSession.findEndpointSession();
        } catch (BusyException e) {
            sessionRegistry.end(clientSession, "a limit is reached");
            throw HttpErrorException.busy(e);
        } catch (IOException e) {
            requester.send(startFailure.response(postedBody.first(), e));
            return null;
        }
    }

    /**
     * Returns a deferred response that passes the requests to the server. The call itself ends with 202, soon, even if the
     * server takes longer: otherwise the client could not use the connection for its next message.
     */
    private static DeferredResponse acceptAndHandle(
            HttpCall call,
            PostedBody postedBody,
            EndpointSession endpointSession,
            StreamRequester requester,
            Runnable onEnd) {
        SseStream emptyStream = new SseStream("accepted");
        emptyStream.end();
        return new DeferredResponse(
                () -> endpointSession.handle(postedBody.received(), requester),
                emptyStream,
                new ResponseDelivery(call, emptyStream, new AcceptedTerms()),
                isComplete -> onEnd.run());
    }

    /** Response terms of a call that gets no document. */
    private static final class AcceptedTerms implements ResponseDelivery.Terms {

        @Override
        public AcceptedTypes acceptedTypes() {
            return new AcceptedTypes(true, false);
        }

        @Override
        public Duration streamDelay() {
            return Duration.ZERO;
        }

        @Override
        public Duration keepAlive() {
            return Duration.ZERO;
        }
    }

    /** Passes the response to the event stream. */
    private final class StreamRequester implements Peer {

        private final ClientSession clientSession;
        private final boolean isForInitialize;
        private final Runnable release;
        private final AtomicBoolean isEnded = new AtomicBoolean();

        StreamRequester(ClientSession clientSession, boolean isForInitialize, Runnable release) {
            this.clientSession = clientSession;
            this.isForInitialize = isForInitialize;
            this.release = release;
        }

        @Override
        public void send(Message response) {
            onCancelled();
            if (isForInitialize) {
                clientSession.onInitializeResponse(response);
            }
            clientSession.generalStream().sendResponse(response);
            if (isForInitialize && !clientSession.isInitialized()) {
                sessionRegistry.end(clientSession, "it was not initialized");
            }
        }

        @Override
        public void onCancelled() {
            if (isEnded.compareAndSet(false, true)) {
                release.run();
            }
        }
    }
}
