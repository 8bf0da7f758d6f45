package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.endpoint.Endpoint;
import dev.plimsoll.gateway.log.Log;
import dev.plimsoll.gateway.log.LogSeverity;
import dev.plimsoll.model.ErrorCode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks HTTP requests and passes each to its handler by path. */
final class HttpRouter {

    private static final String HUB = "/mcp";
    private static final String ROOT = HUB + "/";
    private static final String ALLOWED = "GET, POST, DELETE, OPTIONS";
    private static final String READ = "GET, HEAD, OPTIONS";
    private static final String EXPOSED =
            "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After, " + CacheMark.HEADER;
    private static final int MOST_HEADERS = 200;

    private final OriginCheck originCheck;
    private final Authenticator authenticator;
    private final List<PublicPath> open;
    private final Map<String, McpHandler> byName;
    private final RestApi restApi;
    private final Log log;

    /** @param open paths that are open to everyone; the first match answers */
    HttpRouter(
            OriginCheck originCheck,
            Authenticator authenticator,
            List<PublicPath> open,
            Map<String, McpHandler> byName,
            RestApi restApi,
            Log log) {
        this.originCheck = originCheck;
        this.authenticator = authenticator;
        this.open = List.copyOf(open);
        this.byName = Map.copyOf(byName);
        this.restApi = restApi;
        this.log = log;
    }

    /**
     * Answers a call, or returns the rest of the work.
     *
     * @return null if the call is answered
     * @throws IOException if the client has closed
     */
    @Nullable DeferredResponse begin(HttpCall call) throws IOException {
        return guarded(call, () -> pass(call));
    }

    /**
     * Finishes a call that was begun.
     *
     * @throws IOException if the client has closed
     */
    void finish(HttpCall call, DeferredResponse deferredResponse) throws IOException {
        var _ = guarded(call, () -> {
            deferredResponse.deliver();
            return null;
        });
    }

    /** Runs one half of a call. */
    private interface Step {
        @Nullable DeferredResponse run() throws IOException, HttpErrorException, InterruptedException;
    }

    private @Nullable DeferredResponse guarded(HttpCall call, Step step) throws IOException {
        try {
            return step.run();
        } catch (HttpErrorException e) {
            log.log(LogSeverity.DEBUG, "refused", "status", e.status(), "why", String.valueOf(e.getMessage()));
            if (!call.isCommitted()) {
                call.refuse(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the gateway is shutting down", e);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            StackTraceElement[] frames = e.getStackTrace();
            String where = frames.length == 0 ? "" : frames[0].toString();
            log.log(LogSeverity.ERROR, "internal error", "error", e.getClass().getName(), "at", where);
            if (call.isCommitted()) {
                throw new IOException("the response could not be completed", e);
            }
            call.refuse(HttpErrorException.of(
                    500, ErrorCode.INTERNAL_ERROR, "the request could not be processed", "repeat the request"));
        }
        return null;
    }

    private @Nullable DeferredResponse pass(HttpCall call)
            throws IOException, HttpErrorException, InterruptedException {
        if (call.headerCount() > MOST_HEADERS) {
            throw HttpErrorException.invalid(431, "there are more than " + MOST_HEADERS + " headers", "send fewer");
        }
        if (call.goesAround()) {
            throw HttpErrorException.invalid(400, "the path contains a . or .. segment", "a path without it");
        }
        for (PublicPath path : open) {
            if (path.leadsTo(call.path())) {
                originCheck.checkHost(call.header("Host"));
                read(call, path);
                return null;
            }
        }
        String origin = call.header("Origin");
        originCheck.check(call.header("Host"), origin);
        if (origin != null) {
            call.with("Access-Control-Allow-Origin", origin);
            call.with("Access-Control-Expose-Headers", EXPOSED);
            call.with("Vary", "Origin");
        }
        HttpService httpService = restApi.at(call.path());
        if (httpService != null) {
            if (call.method().equals("OPTIONS")) {
                permit(call, RestApi.methods(httpService));
            } else {
                RestApi.read(call, httpService, authenticator);
            }
            return null;
        }
        boolean plain = call.path().startsWith(ToolCallApi.ROOT);
        if (call.method().equals("OPTIONS")) {
            if (!plain) {
                entrance(call.path());
            }
            permit(call, ALLOWED);
        } else if (plain) {
            restApi.calls().handle(call, authenticator.caller(call));
        } else {
            AuthenticatedCaller authenticatedCaller = authenticator.caller(call);
            return entrance(call.path()).handle(call, authenticatedCaller);
        }
        return null;
    }

    private static void read(HttpCall call, PublicPath path) throws IOException, HttpErrorException {
        call.with("Access-Control-Allow-Origin", "*");
        switch (call.method()) {
            case "GET", "HEAD" -> path.answer(call);
            case "OPTIONS" -> permit(call, READ);
            default ->
                throw HttpErrorException.invalid(405, "this path is read-only", "GET")
                        .with("Allow", READ);
        }
    }

    /** Answers the preflight request of a browser. */
    private static void permit(HttpCall call, String methods) throws IOException {
        String headers = call.header("Access-Control-Request-Headers");
        call.with("Allow", methods);
        call.with("Access-Control-Allow-Methods", methods);
        if (headers != null) {
            call.with("Access-Control-Allow-Headers", headers);
        }
        call.with("Access-Control-Max-Age", "600");
        call.empty(204);
    }

    /** Returns the endpoint name of a path, or null if the path has none. */
    private static @Nullable String name(String path) {
        if (path.equals(HUB)) {
            return Endpoint.ALL;
        }
        return path.startsWith(ROOT) && !path.endsWith(Endpoint.ALL) ? path.substring(ROOT.length()) : null;
    }

    /** Returns whether the path is an endpoint. */
    static boolean leads(String path, Map<String, McpHandler> byName) {
        String name = name(path);
        return name != null && byName.containsKey(name);
    }

    private McpHandler entrance(String path) throws HttpErrorException {
        String name = name(path);
        McpHandler found = name == null ? null : byName.get(name);
        if (found == null) {
            throw HttpErrorException.of(
                    404,
                    ErrorCode.NOT_FOUND,
                    "nothing is served at this path",
                    "the path /mcp for all servers, or /mcp/NAME with a server's name");
        }
        return found;
    }
}
