package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.headers.McpHeaders;
import dev.plimsoll.gateway.http.check.Authenticator;
import dev.plimsoll.gateway.http.check.OriginCheck;
import dev.plimsoll.gateway.http.check.PublicPath;
import dev.plimsoll.gateway.http.exchange.CacheMark;
import dev.plimsoll.gateway.http.exchange.DeferredResponse;
import dev.plimsoll.gateway.http.exchange.HttpCall;
import dev.plimsoll.gateway.http.exchange.HttpCallHandler;
import dev.plimsoll.gateway.http.exchange.HttpErrorException;
import dev.plimsoll.gateway.http.exchange.HttpService;
import dev.plimsoll.gateway.http.mcp.McpHandler;
import dev.plimsoll.gateway.http.rest.RestApi;
import dev.plimsoll.gateway.http.rest.ToolCallApi;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks HTTP requests and passes each to its handler by path. */
final class HttpRouter implements HttpCallHandler {

    private static final String MCP_PATH = "/mcp";
    /** The path of HTTP+SSE, the transport of revision 2024-11-05. */
    private static final String LEGACY_SSE_PATH = "/sse";

    private static final String MCP_METHODS = "GET, POST, DELETE, OPTIONS";
    private static final String READ_METHODS = "GET, HEAD, OPTIONS";
    private static final String EXPOSED_HEADERS =
            McpHeaders.SESSION + ", " + McpHeaders.REVISION + ", WWW-Authenticate, Retry-After, " + CacheMark.HEADER;
    private static final int MAX_HEADERS = 200;

    private final OriginCheck originCheck;
    private final Authenticator authenticator;
    private final List<PublicPath> publicPaths;
    private final Map<String, McpHandler> handlersByName;
    private final RestApi restApi;
    private final Log log;

    /**
     * @param publicPaths paths that are open to everyone; the first match answers
     * @param handlersByName the handlers by endpoint name; the map follows later changes
     */
    HttpRouter(
            OriginCheck originCheck,
            Authenticator authenticator,
            List<PublicPath> publicPaths,
            Map<String, McpHandler> handlersByName,
            RestApi restApi,
            Log log) {
        this.originCheck = originCheck;
        this.authenticator = authenticator;
        this.publicPaths = List.copyOf(publicPaths);
        this.handlersByName = handlersByName;
        this.restApi = restApi;
        this.log = log;
    }

    @Override
    public @Nullable DeferredResponse begin(HttpCall call) throws IOException {
        return runStep(call, () -> route(call));
    }

    @Override
    public void finish(HttpCall call, DeferredResponse deferredResponse) throws IOException {
        var _ = runStep(call, () -> {
            deferredResponse.deliver();
            return null;
        });
    }

    /** One half of a call. */
    private interface Step {
        @Nullable DeferredResponse run() throws IOException, HttpErrorException, InterruptedException;
    }

    private @Nullable DeferredResponse runStep(HttpCall call, Step step) throws IOException {
        try {
            return step.run();
        } catch (HttpErrorException e) {
            log.log(LogSeverity.DEBUG, "refused", "status", e.status(), "why", String.valueOf(e.getMessage()));
            if (!call.isCommitted()) {
                call.sendError(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the gateway is shutting down", e);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            StackTraceElement[] frames = e.getStackTrace();
            String location = frames.length == 0 ? "" : frames[0].toString();
            log.log(LogSeverity.ERROR, "internal error", "error", e.getClass().getName(), "at", location);
            if (call.isCommitted()) {
                throw new IOException("the response could not be completed", e);
            }
            call.sendError(HttpErrorException.of(
                    500, ErrorCode.INTERNAL_ERROR, "the request could not be processed", "repeat the request"));
        }
        return null;
    }

    private @Nullable DeferredResponse route(HttpCall call)
            throws IOException, HttpErrorException, InterruptedException {
        if (call.headerCount() > MAX_HEADERS) {
            throw HttpErrorException.invalidRequest(
                    431, "there are more than " + MAX_HEADERS + " headers", "send fewer");
        }
        if (call.hasDotSegments()) {
            throw HttpErrorException.invalidRequest(400, "the path contains a . or .. segment", "a path without it");
        }
        for (PublicPath path : publicPaths) {
            if (path.accepts(call.path())) {
                originCheck.checkHost(call.header("Host"));
                answerPublicPath(call, path);
                return null;
            }
        }
        String origin = call.header("Origin");
        originCheck.check(call.header("Host"), origin);
        if (origin != null) {
            if (call.headers("Origin").size() > 1) {
                throw HttpErrorException.of(
                        403, ErrorCode.FORBIDDEN, "there is more than one Origin header", "send one Origin header");
            }
            call.setHeader("Access-Control-Allow-Origin", origin);
            call.setHeader("Access-Control-Expose-Headers", EXPOSED_HEADERS);
            call.setHeader("Vary", "Origin");
        }
        HttpService httpService =
                findEndpointName(call.path()) == null ? restApi.findService(call.method(), call.path()) : null;
        boolean isToolCall = call.path().startsWith(ToolCallApi.PATH_PREFIX);
        if (httpService != null || isToolCall) {
            call.setHeader("X-Content-Type-Options", "nosniff");
        }
        if (httpService != null) {
            if (call.method().equals("OPTIONS")) {
                answerPreflight(call, restApi.acceptedMethods(call.path()));
            } else {
                restApi.answer(call, httpService, authenticator);
            }
            return null;
        }
        if (call.method().equals("OPTIONS")) {
            if (!isToolCall) {
                // refuses a path without an endpoint
                handlerFor(call.path());
            }
            answerPreflight(call, MCP_METHODS);
        } else if (isToolCall) {
            restApi.calls().handle(call, authenticator.authenticate(call));
        } else {
            AuthenticatedCaller authenticatedCaller = authenticator.authenticate(call);
            McpHandler handler = handlerFor(call.path());
            if (!isAtOrBelow(LEGACY_SSE_PATH, call.path())) {
                return handler.handle(call, authenticatedCaller);
            }
            handler.legacySse().handle(call, authenticatedCaller, authenticator.publicPath(call.path()));
        }
        return null;
    }

    private static void answerPublicPath(HttpCall call, PublicPath path) throws IOException, HttpErrorException {
        call.setHeader("Access-Control-Allow-Origin", "*");
        switch (call.method()) {
            case "GET", "HEAD" -> path.answer(call);
            case "OPTIONS" -> answerPreflight(call, READ_METHODS);
            default ->
                throw HttpErrorException.invalidRequest(405, "this path is read-only", "GET")
                        .withHeader("Allow", READ_METHODS);
        }
    }

    /** Answers the preflight request of a browser. */
    private static void answerPreflight(HttpCall call, String methods) throws IOException {
        String headers = call.header("Access-Control-Request-Headers");
        call.setHeader("Allow", methods);
        call.setHeader("Access-Control-Allow-Methods", methods);
        if (headers != null) {
            call.setHeader("Access-Control-Allow-Headers", headers);
        }
        call.setHeader("Access-Control-Max-Age", "600");
        call.sendEmpty(204);
    }

    /** Returns the endpoint name of a path, or null if the path has none. */
    private static @Nullable String findEndpointName(String path) {
        String root = isAtOrBelow(MCP_PATH, path) ? MCP_PATH : LEGACY_SSE_PATH;
        if (path.equals(root)) {
            return Endpoint.ALL;
        }
        // the path /mcp/*, which contains the name of the hub, is not an endpoint
        return isAtOrBelow(root, path) && !path.endsWith(Endpoint.ALL) ? path.substring(root.length() + 1) : null;
    }

    private static boolean isAtOrBelow(String root, String path) {
        return path.startsWith(root) && (path.length() == root.length() || path.charAt(root.length()) == '/');
    }

    /** Returns whether the path is an endpoint. */
    static boolean isEndpoint(String path, Map<String, McpHandler> handlersByName) {
        String name = findEndpointName(path);
        return name != null && handlersByName.containsKey(name);
    }

    private McpHandler handlerFor(String path) throws HttpErrorException {
        String name = findEndpointName(path);
        McpHandler handler = name == null ? null : handlersByName.get(name);
        if (handler == null) {
            throw HttpErrorException.of(
                    404,
                    ErrorCode.NOT_FOUND,
                    "nothing is served at this path",
                    "the path /mcp for all servers, or /mcp/NAME with a server's name");
        }
        return handler;
    }
}
