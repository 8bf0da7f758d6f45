package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.http.check.RequestLimiter;
import dev.plimsoll.gateway.http.exchange.AcceptedTypes;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.http.exchange.UrlBudget;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.RequestMeta;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Serves the transport HTTP+SSE of revision 2024-11-05. A {@code GET} opens a session and an event stream. Its first event
 * names the URL for the {@code POST} requests of the client. All messages to the client go through the stream, and the
 * session ends with it.
 */
public final class LegacySseHandler {

    private static final String SESSION_PARAMETER = "sessionId=";
    private static final String METHODS = "GET, POST, OPTIONS";

    /** Unread bytes of a stream above which the client can send no more requests. */
    private static final long MAX_UNREAD_BYTES = 1 << 20;

    private final Endpoint endpoint;
    private final HttpLimits httpLimits;
    private final SessionRegistry sessionRegistry;
    private final RequestLimiter requestLimiter;
    private final StartFailure startFailure;
    private final Map<String, LegacySseSession> sessionById = new ConcurrentHashMap<>();

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

    /** Returns whether a request has not got its response. */
    public boolean hasOpenRequests() {
        return sessionById.values().stream().anyMatch(LegacySseSession::hasOpenRequests);
    }

    /**
     * Answers a call.
     *
     * @param publicPath the path of the call as clients see it, which has a prefix behind some proxies
     */
    public void handle(HttpCall call, AuthenticatedCaller authenticatedCaller, String publicPath)
            throws IOException, HttpErrorException, InterruptedException {
        switch (call.method()) {
            case "GET" -> get(call, authenticatedCaller, publicPath);
            case "POST" -> post(call, authenticatedCaller);
            default ->
                throw HttpErrorException.invalidRequest(405, "this method is not served here", "GET or POST")
                        .withHeader("Allow", METHODS);
        }
    }

    // --- GET

    private void get(HttpCall call, AuthenticatedCaller authenticatedCaller, String publicPath)
            throws IOException, HttpErrorException, InterruptedException {
        if (!AcceptedTypes.of(call.header("Accept")).events()) {
            throw HttpErrorException.invalidRequest(406, "GET returns an event stream", "Accept: text/event-stream");
        }
        ClientSession clientSession;
        try {
            clientSession = sessionRegistry.openUnconnected(authenticatedCaller, ClientSession.Transport.HTTP_SSE);
        } catch (BusyException e) {
            throw HttpErrorException.busy(e);
        }
        LegacySseSession session =
                new LegacySseSession(clientSession, () -> sessionRegistry.end(clientSession, "it was not initialized"));
        session.setTimeLimit(endpoint.startTimeout());
        sessionById.put(clientSession.id(), session);
        try {
            String postUrl = publicPath + "?" + postQuery(call.query(), clientSession.id());
            session.deliver(call.beginEvents(), postUrl, httpLimits.keepAlive(), () -> {
                if (session.isOverdue()) {
                    sessionRegistry.end(clientSession, "it was not initialized in time");
                }
            });
        } finally {
            sessionById.remove(clientSession.id());
            clientSession.endUse();
            sessionRegistry.end(clientSession, "its client closed the stream");
            session.endRequests();
        }
    }

    /** Returns the query of the URL for {@code POST} requests: that of the stream, such as a budget, and the session. */
    private static String postQuery(@Nullable String streamQuery, String id) {
        String session = SESSION_PARAMETER + id;
        return streamQuery == null || streamQuery.isEmpty() ? session : streamQuery + "&" + session;
    }

    // --- POST

    private void post(HttpCall call, AuthenticatedCaller authenticatedCaller) throws IOException, HttpErrorException {
        call.requireJson();
        PostedBody postedBody = HeaderTrace.addTo(
                UrlBudget.addTo(PostedBody.of(call.readBody(httpLimits.maxMessageBytes())), call.query()), call);
        ClientSession clientSession = sessionRegistry.beginUse(
                sessionId(call.query()), authenticatedCaller, ClientSession.Transport.HTTP_SSE);
        try {
            LegacySseSession session = sessionById.get(clientSession.id());
            if (session == null) {
                throw SessionRegistry.unknownSession(ClientSession.Transport.HTTP_SSE);
            }
            postInSession(call, postedBody, session, authenticatedCaller);
        } finally {
            clientSession.endUse();
        }
    }

    /** Returns the last session of the query: a client can open a stream with the query of an earlier one. */
    private static String sessionId(@Nullable String query) throws HttpErrorException {
        String id = null;
        for (String pair : Objects.requireNonNullElse(query, "").split("&", -1)) {
            id = pair.startsWith(SESSION_PARAMETER) ? pair.substring(SESSION_PARAMETER.length()) : id;
        }
        if (id == null) {
            throw HttpErrorException.invalidRequest(
                    400,
                    "the URL has no sessionId",
                    "open the event stream with GET, then POST to the URL of its first event");
        }
        return id;
    }

    private void postInSession(
            HttpCall call, PostedBody postedBody, LegacySseSession session, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException {
        ClientSession clientSession = session.clientSession();
        if (postedBody.hasRequests()) {
            requireCapacity(session, postedBody.first());
        }
        if (ModernRequestCheck.isModern(call.header(McpHeaders.REVISION), postedBody)) {
            refuseRevision(postedBody.first(), session);
            call.sendEmpty(202);
            return;
        }
        if (postedBody.isBatch()
                && clientSession.isInitialized()
                && !clientSession.revision().hasBatches()) {
            throw HttpErrorException.invalidRequest(
                    400, "the revision of this session does not support batches", "one message at a time");
        }
        int requests = postedBody.pendingRequestCount();
        requestLimiter.begin(authenticatedCaller, requests, postedBody.first().id());
        Peer requester = session.openRequester(
                postedBody.isInitializeRequest(), () -> requestLimiter.end(authenticatedCaller, requests));
        boolean isHandled = false;
        try {
            EndpointSession endpointSession = findEndpointSession(postedBody, session, requester);
            isHandled = postedBody.hasRequests();
            if (endpointSession != null) {
                // must not wait for the response of the server: until then, the client could send nothing over its
                // connection
                endpointSession.handle(postedBody.received(), isHandled ? requester : response -> {});
            }
        } finally {
            if (!isHandled) {
                requester.onCancelled();
            }
        }
        call.sendEmpty(202);
    }

    /** Refuses a request of a client that reads more slowly than it sends requests. */
    private void requireCapacity(LegacySseSession session, Message first) throws HttpErrorException {
        if (session.unreadBytes() > MAX_UNREAD_BYTES || session.unansweredRequests() >= httpLimits.maxInFlight()) {
            RefusedException reason = new RefusedException(
                    ErrorCode.RATE_LIMITED,
                    "too many requests of this session have no response yet, or the client does not read its event stream",
                    "read the event stream, then repeat the request");
            throw HttpErrorException.of(429, first.id(), ErrorObject.INVALID_REQUEST, reason)
                    .withHeader("Retry-After", "1");
        }
    }

    /**
     * Refuses a request of a revision without sessions, through the stream: a client that tries this revision first would
     * take an error status for the end of the connection.
     */
    private static void refuseRevision(Message request, LegacySseSession session) {
        String requested = Objects.requireNonNullElse(RequestMeta.revision(request), Revision.MODERN.text());
        if (request.isRequest()) {
            session.send(Message.error(
                    request.id(), HttpErrorException.unsupportedRevisionError(requested, Revision.legacyNames())));
        }
    }

    /**
     * Returns the connection to the endpoint. Opens it for {@code initialize}.
     *
     * @return null if the server cannot be started; the client has the error then
     */
    private @Nullable EndpointSession findEndpointSession(
            PostedBody postedBody, LegacySseSession session, Peer requester) throws IOException, HttpErrorException {
        ClientSession clientSession = session.clientSession();
        if (!postedBody.isInitializeRequest()) {
            EndpointSession endpointSession = clientSession.findEndpointSession();
            if (endpointSession == null) {
                throw HttpErrorException.invalidRequest(400, "the session is not initialized", "begin with initialize");
            }
            return endpointSession;
        }
        if (!session.beginConnecting()) {
            throw HttpErrorException.invalidRequest(
                    400, "the session is already initialized", "initialize on a new event stream");
        }
        try {
            // one limit for the start of the server, and one for its first response
            session.setTimeLimit(endpoint.startTimeout().multipliedBy(2));
            sessionRegistry.connect(clientSession, McpHandler.declaredAbilities(postedBody.first()));
            session.setTimeLimit(endpoint.startTimeout());
            return clientSession.findEndpointSession();
        } catch (BusyException e) {
            sessionRegistry.end(clientSession, "a limit is reached");
            throw HttpErrorException.busy(e);
        } catch (IOException e) {
            requester.send(startFailure.response(postedBody.first(), e));
            return null;
        }
    }
}
