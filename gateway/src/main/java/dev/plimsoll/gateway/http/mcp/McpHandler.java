package dev.plimsoll.gateway.http.mcp;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.BusyException;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.endpoint.EndpointSession;
import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.http.check.RequestLimiter;
import dev.plimsoll.gateway.http.exchange.AcceptedTypes;
import dev.plimsoll.gateway.http.exchange.DeferredResponse;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.HttpLimits;
import dev.plimsoll.gateway.http.exchange.PostedBody;
import dev.plimsoll.gateway.http.exchange.ResponseDelivery;
import dev.plimsoll.gateway.http.exchange.SseStream;
import dev.plimsoll.gateway.http.exchange.UrlBudget;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.gateway.rpc.ClientAbilities;
import dev.plimsoll.gateway.rpc.Message;
import dev.plimsoll.gateway.rpc.ObjectEdit;
import dev.plimsoll.gateway.rpc.Peer;
import dev.plimsoll.gateway.rpc.Revision;
import dev.plimsoll.json.Slice;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Handles the requests at one MCP endpoint: the endpoint of one server, or the hub. */
public final class McpHandler {

    private static final String LAST_EVENT_HEADER = "Last-Event-ID";

    private final Endpoint endpoint;
    private final HttpLimits httpLimits;
    private final SessionRegistry sessionRegistry;
    private final RequestLimiter requestLimiter;
    private final Log log;
    private final ReplicaForwarder replicaForwarder;
    private final ArgumentHeaders argumentHeaders = new ArgumentHeaders();
    private final StartFailure startFailure;
    private final LegacySseHandler legacySseHandler;

    public McpHandler(
            Endpoint endpoint,
            HttpLimits httpLimits,
            SessionRegistry sessionRegistry,
            RequestLimiter requestLimiter,
            ReplicaForwarder replicaForwarder,
            Log log) {
        this.replicaForwarder = replicaForwarder;
        this.endpoint = endpoint;
        this.httpLimits = httpLimits;
        this.sessionRegistry = sessionRegistry;
        this.requestLimiter = requestLimiter;
        this.log = log;
        this.startFailure = new StartFailure(endpoint.name(), log);
        this.legacySseHandler =
                new LegacySseHandler(endpoint, httpLimits, sessionRegistry, requestLimiter, startFailure);
    }

    public SessionRegistry sessions() {
        return sessionRegistry;
    }

    /** Returns the handler of the transport HTTP+SSE, which shares the sessions and limits of this handler. */
    public LegacySseHandler legacySse() {
        return legacySseHandler;
    }

    /** Answers a call, or returns the deferred response that finishes it; null if the call is answered. */
    public @Nullable DeferredResponse handle(HttpCall call, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException, InterruptedException {
        switch (call.method()) {
            case "POST" -> {
                return post(call, authenticatedCaller);
            }
            case "GET", "DELETE" -> {
                if (Revision.isModern(call.header(McpHeaders.REVISION))) {
                    throw HttpErrorException.invalidRequest(
                                    405, "revision " + Revision.MODERN.text() + " has no sessions", "POST")
                            .withHeader("Allow", "POST, OPTIONS");
                }
                if (call.method().equals("GET")) {
                    get(call, authenticatedCaller);
                } else {
                    delete(call, authenticatedCaller);
                }
            }
            default ->
                throw HttpErrorException.invalidRequest(405, "this method is not served here", "POST, GET or DELETE")
                        .withHeader("Allow", "GET, POST, DELETE, OPTIONS");
        }
        return null;
    }

    // --- POST

    private @Nullable DeferredResponse post(HttpCall call, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException, InterruptedException {
        call.requireJson();
        AcceptedTypes acceptedTypes = AcceptedTypes.of(call.header("Accept"));
        if (!acceptedTypes.json() && !acceptedTypes.events()) {
            throw HttpErrorException.invalidRequest(
                    406, "Accept allows no supported type", "Accept: application/json, text/event-stream");
        }
        PostedBody postedBody = HeaderTrace.addTo(
                UrlBudget.addTo(PostedBody.of(call.readBody(httpLimits.maxMessageBytes())), call.query()), call);
        int requests = postedBody.pendingRequestCount();
        requestLimiter.begin(authenticatedCaller, requests, postedBody.first().id());
        Runnable release = () -> requestLimiter.end(authenticatedCaller, requests);
        DeferredResponse deferredResponse = null;
        try {
            deferredResponse = postBody(call, postedBody, acceptedTypes, authenticatedCaller);
        } finally {
            if (deferredResponse == null) {
                release.run();
            }
        }
        return deferredResponse == null ? null : deferredResponse.andThen(release);
    }

    /** Checks the revision header of a request with a session. Clients of older revisions do not send this header. */
    private static void checkRevision(@Nullable String header) throws HttpErrorException {
        if (header != null && Revision.findLegacy(header) == null) {
            throw HttpErrorException.invalidRequest(
                    400,
                    McpHeaders.REVISION + " names no revision with sessions",
                    "one of " + String.join(", ", Revision.legacyNames()));
        }
    }

    private @Nullable DeferredResponse postBody(
            HttpCall call, PostedBody postedBody, AcceptedTypes acceptedTypes, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException, InterruptedException {
        if (ModernRequestCheck.isModern(call.header(McpHeaders.REVISION), postedBody)) {
            ModernRequestCheck.check(call, postedBody.first());
            argumentHeaders.check(call, postedBody.first());
            if (replicaForwarder.forward(call, postedBody)) {
                return null;
            }
            return postWithoutSession(call, postedBody, acceptedTypes, authenticatedCaller);
        }
        String id = call.header(McpHeaders.SESSION);
        if (postedBody.isInitializeRequest()) {
            openSession(call, postedBody, acceptedTypes, id, authenticatedCaller);
            return null;
        }
        ClientSession clientSession = sessionRegistry.beginUse(id, authenticatedCaller);
        DeferredResponse deferredResponse = null;
        try {
            checkRevision(call.header(McpHeaders.REVISION));
            EndpointSession endpointSession = clientSession.findEndpointSession();
            deferredResponse = endpointSession == null
                    ? null
                    : postInSession(call, postedBody, acceptedTypes, clientSession, endpointSession);
            return deferredResponse;
        } finally {
            if (deferredResponse == null) {
                clientSession.endUse();
            }
        }
    }

    private @Nullable DeferredResponse postInSession(
            HttpCall call,
            PostedBody postedBody,
            AcceptedTypes acceptedTypes,
            ClientSession clientSession,
            EndpointSession endpointSession)
            throws IOException, HttpErrorException {
        if (postedBody.isBatch() && !clientSession.revision().hasBatches()) {
            throw HttpErrorException.invalidRequest(
                    400, "the revision of this session does not support batches", "one message at a time");
        }
        if (!postedBody.hasRequests()) {
            endpointSession.handle(postedBody.received(), response -> {});
            call.sendEmpty(202);
            return null;
        }
        return deferResponse(
                call,
                postedBody,
                endpointSession,
                new LegacyResponseTerms(acceptedTypes, httpLimits.keepAlive(), clientSession),
                clientSession::endUse);
    }

    private DeferredResponse deferResponse(
            HttpCall call,
            PostedBody postedBody,
            EndpointSession endpointSession,
            LegacyResponseTerms terms,
            Runnable onEnd) {
        ClientSession clientSession = terms.clientSession();
        SseStream stream =
                clientSession.beginStream(postedBody, terms.acceptedTypes().events());
        Peer requester = argumentHeaders.wrapRequester(postedBody, stream.requester());
        return new DeferredResponse(
                () -> endpointSession.handle(postedBody.received(), requester),
                stream,
                new ResponseDelivery(call, stream, terms),
                isComplete -> {
                    clientSession.finishStream(stream, isComplete);
                    onEnd.run();
                });
    }

    /** Answers a request without a session. If the client disconnects, the request is canceled. */
    private @Nullable DeferredResponse postWithoutSession(
            HttpCall call, PostedBody postedBody, AcceptedTypes acceptedTypes, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException {
        sessionRegistry.requireRunning();
        if (!postedBody.hasRequests()) {
            // this revision has no notifications from clients
            call.sendEmpty(202);
            return null;
        }
        SseStream stream = new SseStream("once", false);
        boolean isSubscription = postedBody.pendingRequestCount() == 0;
        try {
            EndpointSession endpointSession = endpoint.openForRequest(
                    authenticatedCaller, ClientAbilities.ofRequest(postedBody.first()), stream::send);
            Peer requester = argumentHeaders.wrapRequester(postedBody, stream.requester());
            ResponseDelivery.Terms terms = ModernResponseTerms.of(
                    acceptedTypes, httpLimits.keepAlive(), isSubscription, endpointSession::runMaintenance);
            return new DeferredResponse(
                    () -> endpointSession.handle(postedBody.received(), requester),
                    stream,
                    new ResponseDelivery(call, stream, terms),
                    isComplete -> {
                        if (!stream.isEnded()) {
                            endpointSession.cancel();
                        }
                        stream.end();
                        endpointSession.close();
                    });
        } catch (BusyException e) {
            throw HttpErrorException.busy(e);
        }
    }

    static ClientAbilities declaredAbilities(Message initialize) {
        Slice params = initialize.params();
        return ClientAbilities.of(params == null ? null : ObjectEdit.objectIn(params, "capabilities"));
    }

    private void openSession(
            HttpCall call,
            PostedBody postedBody,
            AcceptedTypes acceptedTypes,
            @Nullable String id,
            AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException, InterruptedException {
        if (id != null && sessionRegistry.contains(id)) {
            throw HttpErrorException.invalidRequest(
                    400, "the session is already initialized", "initialize without Mcp-Session-Id");
        }
        ClientSession clientSession;
        try {
            clientSession = sessionRegistry.open(authenticatedCaller, declaredAbilities(postedBody.first()));
        } catch (BusyException e) {
            throw HttpErrorException.busy(e);
        } catch (IOException e) {
            call.sendJson(200, startFailure.response(postedBody.first(), e).bytes());
            return;
        }
        InitializeResponseTerms terms = new InitializeResponseTerms(
                acceptedTypes, httpLimits.keepAlive(), clientSession, endpoint.startTimeout(), () -> {
                    log.log(LogSeverity.WARN, "a server did not initialize in time", "server", endpoint.name());
                    sessionRegistry.end(clientSession, "its server did not initialize in time");
                });
        EndpointSession endpointSession = clientSession.findEndpointSession();
        try {
            if (endpointSession != null) {
                DeferredResponse deferredResponse = deferResponse(call, postedBody, endpointSession, terms, () -> {});
                deferredResponse.sendRequest();
                deferredResponse.deliver();
            }
        } finally {
            clientSession.endUse();
            if (!clientSession.isInitialized()) {
                sessionRegistry.end(clientSession, "it was not initialized");
            }
        }
    }

    // --- GET, DELETE

    private void get(HttpCall call, AuthenticatedCaller authenticatedCaller)
            throws IOException, HttpErrorException, InterruptedException {
        AcceptedTypes acceptedTypes = AcceptedTypes.of(call.header("Accept"));
        if (!acceptedTypes.events()) {
            throw HttpErrorException.invalidRequest(406, "GET returns an event stream", "Accept: text/event-stream");
        }
        ClientSession clientSession = sessionRegistry.beginUse(call.header(McpHeaders.SESSION), authenticatedCaller);
        try {
            checkRevision(call.header(McpHeaders.REVISION));
            resume(call, clientSession, new LegacyResponseTerms(acceptedTypes, httpLimits.keepAlive(), clientSession));
        } finally {
            clientSession.endUse();
        }
    }

    private static void resume(HttpCall call, ClientSession clientSession, ResponseDelivery.Terms terms)
            throws IOException, InterruptedException {
        String lastEventId = call.header(LAST_EVENT_HEADER);
        int dot = lastEventId == null ? -1 : lastEventId.lastIndexOf('.');
        SseStream namedStream =
                lastEventId == null || dot < 0 ? null : clientSession.findStream(lastEventId.substring(0, dot));
        SseStream stream = namedStream == null ? clientSession.generalStream() : namedStream;
        long lastNumber = namedStream == null || lastEventId == null ? -1 : parseNumber(lastEventId.substring(dot + 1));
        boolean isComplete = false;
        try {
            new ResponseDelivery(call, stream, terms).resume(lastNumber);
            isComplete = stream.isEnded();
        } finally {
            if (stream != clientSession.generalStream()) {
                clientSession.finishStream(stream, isComplete);
            }
        }
    }

    /** Returns the number, or -1 if the text is none. */
    private static long parseNumber(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private void delete(HttpCall call, AuthenticatedCaller authenticatedCaller) throws IOException, HttpErrorException {
        ClientSession clientSession = sessionRegistry.beginUse(call.header(McpHeaders.SESSION), authenticatedCaller);
        clientSession.endUse();
        sessionRegistry.end(clientSession, "its client ended it");
        call.sendEmpty(204);
    }
}
