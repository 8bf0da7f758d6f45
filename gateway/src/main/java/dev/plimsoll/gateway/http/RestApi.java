package dev.plimsoll.gateway.http;

import dev.plimsoll.gateway.auth.AuthenticatedCaller;
import dev.plimsoll.gateway.http.HttpService.Asked;
import dev.plimsoll.gateway.http.HttpService.Reply;
import dev.plimsoll.gateway.rpc.ErrorObject;
import dev.plimsoll.json.Slice;
import dev.plimsoll.model.ErrorCode;
import dev.plimsoll.model.RefusedException;
import dev.plimsoll.policy.Tier;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP API for clients that do not use MCP.
 *
 * @param calls the API for tool calls
 * @param services the other services
 */
record RestApi(ToolCallApi calls, List<HttpService> services) {

    private static final String METHODS = "GET, HEAD, OPTIONS";

    RestApi {
        services = List.copyOf(services);
    }

    /** Returns the service at a path, or null if there is none. */
    @Nullable HttpService at(String path) {
        for (HttpService httpService : services) {
            if (httpService.leadsTo(path)) {
                return httpService;
            }
        }
        return null;
    }

    static void read(HttpCall call, HttpService httpService, Authenticator authenticator)
            throws IOException, HttpErrorException, InterruptedException {
        requireMethod(call, httpService);
        boolean silent = httpService.open() && call.headers("Authorization").isEmpty();
        AuthenticatedCaller authenticatedCaller = silent ? authenticator.callerIfOpen() : authenticator.caller(call);
        if (!httpService.open()
                && (authenticatedCaller == null || !authenticatedCaller.tier().allows(Tier.ADMIN))) {
            throw refusal(new RefusedException(
                            ErrorCode.FORBIDDEN,
                            "this shows data of all callers and needs the tier admin",
                            "a caller of the tier admin")
                    .detail("needed", "admin")
                    .detail(
                            "tier",
                            authenticatedCaller == null
                                    ? ""
                                    : authenticatedCaller.tier().toString()));
        }
        Slice body = null;
        if (httpService.takes() > 0) {
            call.requireJson();
            body = call.body(httpService.takes());
        }
        Asked request = new Asked(call.path(), call.query(), authenticatedCaller, call.header("Accept"), body);
        try {
            if (httpService instanceof LiveService live) {
                tell(call, live, request);
            } else {
                Reply reply = httpService.answer(request);
                call.with("Cache-Control", "no-store");
                reply.headers().forEach(call::with);
                call.document(reply.status(), reply.type(), reply.body());
            }
        } catch (RefusedException e) {
            throw refusal(e);
        }
    }

    /** Returns the methods that a service accepts. */
    static String methods(HttpService httpService) {
        return httpService.deletes() ? "DELETE, OPTIONS" : httpService.takes() > 0 ? "POST, OPTIONS" : METHODS;
    }

    private static void requireMethod(HttpCall call, HttpService httpService) throws HttpErrorException {
        boolean reads = call.method().equals("GET") || call.method().equals("HEAD");
        if (httpService.deletes()) {
            if (!call.method().equals("DELETE")) {
                throw HttpErrorException.invalid(405, "this path accepts only DELETE", "DELETE")
                        .with("Allow", methods(httpService));
            }
            return;
        }
        if (httpService.takes() == 0 && !reads) {
            throw HttpErrorException.invalid(405, "this path is read-only", "GET")
                    .with("Allow", methods(httpService));
        }
        if (httpService.takes() > 0 && !call.method().equals("POST")) {
            throw HttpErrorException.invalid(405, "this path accepts only POST", "POST")
                    .with("Allow", methods(httpService));
        }
    }

    /** Sends events. Nothing is written before the first event, so until then the request can be refused. */
    private static void tell(HttpCall call, LiveService live, Asked request) throws IOException, InterruptedException {
        if (call.method().equals("HEAD")) {
            call.empty(200);
            return;
        }
        Told sink = new Told(call);
        live.tell(request, sink);
        sink.end();
    }

    private static final class Told implements LiveService.Events {

        private final HttpCall call;
        private @Nullable EventWriter writer;

        Told(HttpCall call) {
            this.call = call;
        }

        private EventWriter writer() throws IOException {
            EventWriter begun = writer;
            if (begun == null) {
                begun = call.events();
                writer = begun;
            }
            return begun;
        }

        @Override
        public void event(String name, Slice json) throws IOException {
            writer().event(name, json);
        }

        @Override
        public void beat() throws IOException {
            writer().comment();
        }

        void end() throws IOException {
            writer().end();
        }
    }

    private static HttpErrorException refusal(RefusedException error) {
        return HttpErrorException.of(error.code().status(), null, ErrorObject.INVALID_REQUEST, error);
    }
}
